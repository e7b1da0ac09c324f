//! Reads and writes configurations and rules as JSON, in the form of the standard's dictionaries.

use crate::config::{
    SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    SanitizerProcessingInstruction,
};
use crate::rules::{Rules, SetAttribute, UrlRule};
use core::fmt;
use core::marker::PhantomData;
use limpid_markup::{LocalName, Namespace, nearest_name};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Deserializes a [`SanitizerConfig`], or a single item of its lists such as a [`SanitizerElement`], as browsers convert JavaScript values to
/// [WebIDL dictionaries](https://webidl.spec.whatwg.org/#js-dictionary): unknown members are ignored, names are not lowercased, and
/// numbers and strings are converted to booleans where a boolean is expected.
///
/// Because a misspelt member has no effect, the configuration may keep more than its author wanted. Use this only for configurations that
/// must mean the same as in a browser.
///
/// ```
/// use limpid::sanitize::{SanitizerConfig, WebIdl};
/// let json = r#"{"tags": ["b"]}"#;
/// assert_eq!(serde_json::from_str::<WebIdl<SanitizerConfig>>(json)?.0, SanitizerConfig::default());
/// let error = serde_json::from_str::<SanitizerConfig>(json).unwrap_err();
/// assert_eq!(error.to_string(), r#"there is no member "tags"; did you mean "elements"? at line 1 column 7"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WebIdl<T>(pub T);

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// Rejects unknown members and values of another type, and lowercases names.
    Strict,
    /// Ignores unknown members, converts values of another type, and does not change names.
    WebIdl,
}

impl Mode {
    /// Returns the name that the HTML parser would give to the element.
    fn element_name<E: Error>(self, mut name: String, namespace: Option<&str>) -> Result<String, E> {
        if self == Mode::Strict {
            if !name.starts_with(|first: char| first.is_alphabetic() || first == '_') || !is_one_name(&name) {
                return Err(E::custom(format_args!(
                    "{name:?} is not a valid element name; write only the name, such as \"p\""
                )));
            }
            if namespace == Some(Namespace::Html.url()) {
                name.make_ascii_lowercase();
            }
        }
        Ok(name)
    }

    /// Returns the name that the HTML parser would give to the attribute. Known names are not lowercased: all that have capitals, such as
    /// `viewBox`, belong to SVG and MathML.
    fn attribute_name<E: Error>(self, mut name: String, namespace: Option<&str>) -> Result<String, E> {
        if self == Mode::Strict {
            if name.ends_with('*') || name.contains('=') || !is_one_name(&name) {
                return Err(E::custom(format_args!(
                    "{name:?} is not a valid attribute name; write only the name, such as \"href\""
                )));
            }
            if namespace.is_none() && !LocalName::from_bytes(name.as_bytes()).is_known() {
                name.make_ascii_lowercase();
            }
        }
        Ok(name)
    }
}

/// Whether a text can be a name in a tag, and is not a list of names.
fn is_one_name(name: &str) -> bool {
    !name.is_empty() && !name.contains([' ', '\t', '\n', '\x0c', '\r', '/', '<', '>', ',', '\0'])
}

trait ReadInMode: Sized {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<Self, D::Error>;
}

struct Seed<T>(Mode, PhantomData<T>);

impl<'de, T: ReadInMode> DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer, self.0)
    }
}

impl<'de> Deserialize<'de> for SanitizerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer, Mode::Strict)
    }
}

impl<'de> Deserialize<'de> for SanitizerElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer, Mode::Strict)
    }
}

impl<'de> Deserialize<'de> for SanitizerElementWithAttributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer, Mode::Strict)
    }
}

impl<'de> Deserialize<'de> for SanitizerAttribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer, Mode::Strict)
    }
}

impl<'de> Deserialize<'de> for SanitizerProcessingInstruction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer, Mode::Strict)
    }
}

macro_rules! deserialize_as_webidl {
    ($($type:ident)*) => {$(
        impl<'de> Deserialize<'de> for WebIdl<$type> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $type::read(deserializer, Mode::WebIdl).map(WebIdl)
            }
        }
    )*};
}

deserialize_as_webidl! {
    SanitizerConfig SanitizerElement SanitizerElementWithAttributes SanitizerAttribute SanitizerProcessingInstruction
}

/// A dictionary in which no member is required.
trait Dictionary: Default {
    const MEMBERS: &'static [&'static str];

    fn read_member<'de, M: MapAccess<'de>>(&mut self, member: &str, map: &mut M, mode: Mode) -> Result<(), M::Error>;
}

/// Implements [`Dictionary`] from each member's name, field and read function.
macro_rules! dictionary {
    ($type:ty { $($(#[$cfg:meta])? $member:literal => $field:ident: $read:expr,)* }) => {
        impl Dictionary for $type {
            const MEMBERS: &'static [&'static str] = &[$($(#[$cfg])? $member,)*];

            fn read_member<'de, M: MapAccess<'de>>(
                &mut self,
                member: &str,
                map: &mut M,
                mode: Mode,
            ) -> Result<(), M::Error> {
                match member {
                    $($(#[$cfg])? $member => self.$field = $read(map, mode)?,)*
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

dictionary!(SanitizerConfig {
    "elements" => elements: list,
    "removeElements" => remove_elements: list,
    "replaceWithChildrenElements" => replace_with_children_elements: list,
    "processingInstructions" => processing_instructions: list,
    "removeProcessingInstructions" => remove_processing_instructions: list,
    "attributes" => attributes: list,
    "removeAttributes" => remove_attributes: list,
    "comments" => comments: boolean,
    "dataAttributes" => data_attributes: boolean,
    "javascriptURLs" => javascript_urls: boolean,
});

#[derive(Default)]
struct NameMembers {
    name: Option<String>,
    namespace: Option<Option<String>>,
}

dictionary!(NameMembers {
    "name" => name: string,
    "namespace" => namespace: namespace,
});

#[derive(Default)]
struct ElementMembers {
    name: Option<String>,
    namespace: Option<Option<String>>,
    attributes: Option<Vec<SanitizerAttribute>>,
    remove_attributes: Option<Vec<SanitizerAttribute>>,
}

dictionary!(ElementMembers {
    "name" => name: string,
    "namespace" => namespace: namespace,
    "attributes" => attributes: list,
    "removeAttributes" => remove_attributes: list,
});

#[derive(Default)]
struct InstructionMembers {
    target: Option<String>,
}

dictionary!(InstructionMembers {
    "target" => target: string,
});

dictionary!(Rules {
    "unlistedElementsKeepContent" => unlisted_elements_keep_content: value,
    "removeContentOf" => remove_content_of: value,
    "urls" => urls: value,
    "classes" => classes: value,
    #[cfg(feature = "style")] "styleProperties" => style_properties: value,
    "setAttributes" => set_attributes: value,
});

dictionary!(UrlRule {
    "attributes" => attributes: value,
    "schemes" => schemes: value,
    "relative" => relative: value,
});

#[derive(Default)]
struct SetAttributeMembers {
    element: Option<String>,
    name: Option<String>,
    value: Option<String>,
}

dictionary!(SetAttributeMembers {
    "element" => element: value,
    "name" => name: value,
    "value" => value: value,
});

/// Names from other sanitizers and from earlier drafts of the standard, in lower case, with the member to suggest.
const SUGGESTIONS: &[(&str, &str)] = &[
    ("tags", "elements"),
    ("allowed_tags", "elements"),
    ("allowedtags", "elements"),
    ("allowelements", "elements"),
    ("dropelements", "removeElements"),
    ("forbid_tags", "removeElements"),
    ("blockelements", "replaceWithChildrenElements"),
    ("replacewithchildren", "replaceWithChildrenElements"),
    ("attrs", "attributes"),
    ("allowed_attr", "attributes"),
    ("allowedattributes", "attributes"),
    ("allowattributes", "attributes"),
    ("dropattributes", "removeAttributes"),
    ("forbid_attr", "removeAttributes"),
    ("protocols", "schemes"),
];

fn unknown_member<E: Error>(member: &str, known: &[&'static str]) -> E {
    let suggestion =
        SUGGESTIONS.iter().find(|(other, name)| other.eq_ignore_ascii_case(member) && known.contains(name));
    match suggestion.map(|(_, name)| *name).or_else(|| nearest_name(member, known.iter().copied())) {
        Some(name) => E::custom(format_args!("there is no member {member:?}; did you mean {name:?}?")),
        None => E::custom(format_args!("there is no member {member:?}; use one of {}", known.join(", "))),
    }
}

fn read_members<'de, T: Dictionary, M: MapAccess<'de>>(mut map: M, mode: Mode) -> Result<T, M::Error> {
    let (mut dictionary, mut read) = (T::default(), Vec::new());
    while let Some(key) = map.next_key::<String>()? {
        match T::MEMBERS.iter().find(|member| **member == key) {
            Some(member) if read.contains(member) => return Err(M::Error::duplicate_field(member)),
            Some(member) => {
                read.push(*member);
                dictionary.read_member(member, &mut map, mode)?;
            }
            None if mode == Mode::Strict => return Err(unknown_member(&key, T::MEMBERS)),
            None => {
                map.next_value::<IgnoredAny>()?;
            }
        }
    }
    Ok(dictionary)
}

fn read_dictionary<'de, T: Dictionary, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<T, D::Error> {
    struct DictionaryVisitor<T>(Mode, PhantomData<T>);

    impl<'de, T: Dictionary> Visitor<'de> for DictionaryVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a dictionary")
        }

        fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
            read_members(map, self.0)
        }
    }

    deserializer.deserialize_map(DictionaryVisitor(mode, PhantomData))
}

/// Returns the value of a required member, or an error if it is absent.
fn required<T, E: Error>(member: Option<T>, name: &'static str) -> Result<T, E> {
    member.ok_or_else(|| E::missing_field(name))
}

/// Reads a value in the same way in both modes.
fn value<'de, T: Deserialize<'de>, M: MapAccess<'de>>(map: &mut M, _: Mode) -> Result<T, M::Error> {
    map.next_value()
}

/// Reads a list. `null` is an error.
fn list<'de, T: ReadInMode, M: MapAccess<'de>>(map: &mut M, mode: Mode) -> Result<Option<Vec<T>>, M::Error> {
    map.next_value_seed(Seed(mode, PhantomData)).map(Some)
}

impl<T: ReadInMode> ReadInMode for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<Vec<T>, D::Error> {
        struct ListVisitor<T>(Mode, PhantomData<T>);

        impl<'de, T: ReadInMode> Visitor<'de> for ListVisitor<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Vec<T>, S::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element_seed(Seed(self.0, PhantomData))? {
                    items.push(item);
                }
                Ok(items)
            }
        }

        deserializer.deserialize_seq(ListVisitor(mode, PhantomData))
    }
}

/// Reads a boolean. WebIDL mode [converts](https://webidl.spec.whatwg.org/#js-boolean) strings, numbers and `null` to booleans.
fn boolean<'de, M: MapAccess<'de>>(map: &mut M, mode: Mode) -> Result<Option<bool>, M::Error> {
    map.next_value_seed(Seed::<bool>(mode, PhantomData)).map(Some)
}

impl ReadInMode for bool {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<bool, D::Error> {
        if mode == Mode::Strict {
            bool::deserialize(deserializer)
        } else {
            deserializer.deserialize_any(BooleanVisitor)
        }
    }
}

struct BooleanVisitor;

impl<'de> Visitor<'de> for BooleanVisitor {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a boolean")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
        Ok(value)
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<bool, E> {
        Ok(!value.is_empty())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<bool, E> {
        Ok(value != 0)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<bool, E> {
        Ok(value != 0)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<bool, E> {
        Ok(value != 0.0)
    }
}

/// A name in a list: a string or a dictionary.
enum Item<D> {
    Name(String),
    Dictionary(D),
}

impl<D: Dictionary> ReadInMode for Item<D> {
    fn read<'de, T: Deserializer<'de>>(deserializer: T, mode: Mode) -> Result<Item<D>, T::Error> {
        struct ItemVisitor<D>(Mode, PhantomData<D>);

        impl<'de, D: Dictionary> Visitor<'de> for ItemVisitor<D> {
            type Value = Item<D>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a dictionary")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Item<D>, E> {
                Ok(Item::Name(name.to_owned()))
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Item<D>, E> {
                Ok(Item::Name(value.to_string()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Item<D>, E> {
                Ok(Item::Name(value.to_string()))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Item<D>, E> {
                Ok(Item::Name(value.to_string()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Item<D>, E> {
                Ok(Item::Name(value.to_string()))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Item<D>, M::Error> {
                read_members(map, self.0).map(Item::Dictionary)
            }
        }

        deserializer.deserialize_any(ItemVisitor(mode, PhantomData))
    }
}

/// Reads a string, and converts numbers and booleans to strings. Returns `None` for `null`.
fn nullable_string<'de, M: MapAccess<'de>>(map: &mut M) -> Result<Option<String>, M::Error> {
    struct Text(String);

    impl<'de> Deserialize<'de> for Text {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
            match Item::<InstructionMembers>::read(deserializer, Mode::WebIdl)? {
                Item::Name(text) => Ok(Text(text)),
                Item::Dictionary(_) => Err(D::Error::custom("expected a string")),
            }
        }
    }

    Ok(map.next_value::<Option<Text>>()?.map(|Text(text)| text))
}

/// Reads a string. As in WebIDL, `null` becomes the string `"null"`.
fn string<'de, M: MapAccess<'de>>(map: &mut M, _: Mode) -> Result<Option<String>, M::Error> {
    Ok(Some(nullable_string(map)?.unwrap_or_else(|| "null".to_owned())))
}

/// Reads the URL of a namespace. `null` and the empty string mean no namespace.
fn namespace<'de, M: MapAccess<'de>>(map: &mut M, _: Mode) -> Result<Option<Option<String>>, M::Error> {
    Ok(Some(nullable_string(map)?.filter(|url| !url.is_empty())))
}

fn html() -> Option<String> {
    Some(Namespace::Html.url().to_owned())
}

impl ReadInMode for SanitizerConfig {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<SanitizerConfig, D::Error> {
        read_dictionary(deserializer, mode)
    }
}

impl ReadInMode for SanitizerElement {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<SanitizerElement, D::Error> {
        let NameMembers { name, namespace } = match Item::read(deserializer, mode)? {
            Item::Name(name) => NameMembers { name: Some(name), namespace: None },
            Item::Dictionary(members) => members,
        };
        let namespace = namespace.unwrap_or_else(html);
        Ok(SanitizerElement { name: mode.element_name(required(name, "name")?, namespace.as_deref())?, namespace })
    }
}

impl ReadInMode for SanitizerElementWithAttributes {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<Self, D::Error> {
        let members = match Item::read(deserializer, mode)? {
            Item::Name(name) => ElementMembers { name: Some(name), ..ElementMembers::default() },
            Item::Dictionary(members) => members,
        };
        let ElementMembers { name, namespace, attributes, remove_attributes } = members;
        let namespace = namespace.unwrap_or_else(html);
        let name = mode.element_name(required(name, "name")?, namespace.as_deref())?;
        Ok(SanitizerElementWithAttributes { name, namespace, attributes, remove_attributes })
    }
}

impl ReadInMode for SanitizerAttribute {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<SanitizerAttribute, D::Error> {
        let NameMembers { name, namespace } = match Item::read(deserializer, mode)? {
            Item::Name(name) => NameMembers { name: Some(name), namespace: None },
            Item::Dictionary(members) => members,
        };
        let namespace = namespace.flatten();
        Ok(SanitizerAttribute { name: mode.attribute_name(required(name, "name")?, namespace.as_deref())?, namespace })
    }
}

impl ReadInMode for SanitizerProcessingInstruction {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, mode: Mode) -> Result<Self, D::Error> {
        let target = match Item::read(deserializer, mode)? {
            Item::Name(target) => target,
            Item::Dictionary(InstructionMembers { target }) => required(target, "target")?,
        };
        Ok(SanitizerProcessingInstruction { target })
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        read_dictionary(deserializer, Mode::Strict)
    }
}

impl<'de> Deserialize<'de> for UrlRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UrlRule, D::Error> {
        read_dictionary(deserializer, Mode::Strict)
    }
}

impl<'de> Deserialize<'de> for SetAttribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SetAttribute, D::Error> {
        let SetAttributeMembers { element, name, value } = read_dictionary(deserializer, Mode::Strict)?;
        Ok(SetAttribute {
            element: required(element, "element")?,
            name: required(name, "name")?,
            value: required(value, "value")?,
        })
    }
}

impl Serialize for SanitizerElement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_name(&self.name, self.namespace.as_deref(), serializer)
    }
}

impl Serialize for SanitizerAttribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_name(&self.name, self.namespace.as_deref(), serializer)
    }
}

fn serialize_name<S: Serializer>(name: &str, namespace: Option<&str>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut dictionary = serializer.serialize_struct("name", 2)?;
    dictionary.serialize_field("name", name)?;
    dictionary.serialize_field("namespace", &namespace)?;
    dictionary.end()
}

impl Serialize for SanitizerElementWithAttributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lists = [("attributes", &self.attributes), ("removeAttributes", &self.remove_attributes)];
        let lists = lists.into_iter().filter_map(|(name, list)| Some((name, list.as_ref()?)));
        let mut dictionary = serializer.serialize_struct("element", 2 + lists.clone().count())?;
        dictionary.serialize_field("name", &self.name)?;
        dictionary.serialize_field("namespace", &self.namespace)?;
        for (name, list) in lists {
            dictionary.serialize_field(name, list)?;
        }
        dictionary.end()
    }
}

impl Serialize for SanitizerProcessingInstruction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut dictionary = serializer.serialize_struct("instruction", 1)?;
        dictionary.serialize_field("target", &self.target)?;
        dictionary.end()
    }
}
