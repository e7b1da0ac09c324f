//! Configurations as JSON, as the standard's dictionaries are converted from values of JavaScript.

use crate::config::{
    SanitizerAttribute, SanitizerElement, SanitizerElementWithAttributes, SanitizerProcessingInstruction,
};
use core::fmt;
use limpid_markup::Namespace;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads a list that is there: `null` is no list.
pub(crate) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    Vec::deserialize(deserializer).map(Some)
}

/// Reads a value that is there as a [boolean](https://webidl.spec.whatwg.org/#js-boolean).
pub(crate) fn boolean<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    struct Truth;

    impl<'de> Visitor<'de> for Truth {
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

    deserializer.deserialize_any(Truth).map(Some)
}

/// A name as it stands in a list: a string, or a dictionary.
enum Item<D> {
    Name(String),
    Dictionary(D),
}

impl<'de, D: Deserialize<'de>> Deserialize<'de> for Item<D> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Item<D>, T::Error> {
        struct ItemVisitor<D>(core::marker::PhantomData<D>);

        impl<'de, D: Deserialize<'de>> Visitor<'de> for ItemVisitor<D> {
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
                D::deserialize(MapAccessDeserializer::new(map)).map(Item::Dictionary)
            }
        }

        deserializer.deserialize_any(ItemVisitor(core::marker::PhantomData))
    }
}

/// Reads a member that is a string, which numbers and booleans are converted to; none for `null`.
fn nullable_string<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    /// A dictionary that no value is.
    enum Never {}

    impl<'de> Deserialize<'de> for Never {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Never, D::Error> {
            Err(D::Error::custom("expected a string"))
        }
    }

    Ok(Option::<Item<Never>>::deserialize(deserializer)?.map(|Item::Name(name)| name))
}

/// Reads a name, which `null` is converted to as well.
fn string<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(nullable_string(deserializer)?.unwrap_or_else(|| "null".to_owned()))
}

/// Reads a namespace that is there: `null` and an empty string are none.
fn namespace<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    let url = nullable_string(deserializer)?;
    Ok(Some(url.filter(|url| !url.is_empty())))
}

#[derive(Deserialize)]
struct NameDictionary {
    #[serde(deserialize_with = "string")]
    name: String,
    #[serde(default, deserialize_with = "namespace")]
    namespace: Option<Option<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ElementDictionary {
    #[serde(deserialize_with = "string")]
    name: String,
    #[serde(default, deserialize_with = "namespace")]
    namespace: Option<Option<String>>,
    #[serde(default, deserialize_with = "list")]
    attributes: Option<Vec<SanitizerAttribute>>,
    #[serde(default, deserialize_with = "list")]
    remove_attributes: Option<Vec<SanitizerAttribute>>,
}

#[derive(Deserialize)]
struct InstructionDictionary {
    #[serde(deserialize_with = "string")]
    target: String,
}

fn html() -> Option<String> {
    Some(Namespace::Html.url().to_owned())
}

impl<'de> Deserialize<'de> for SanitizerElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SanitizerElement, D::Error> {
        Ok(match Item::deserialize(deserializer)? {
            Item::Name(name) => SanitizerElement::from(&*name),
            Item::Dictionary(NameDictionary { name, namespace }) => {
                SanitizerElement { name, namespace: namespace.unwrap_or_else(html) }
            }
        })
    }
}

impl<'de> Deserialize<'de> for SanitizerElementWithAttributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SanitizerElementWithAttributes, D::Error> {
        Ok(match Item::deserialize(deserializer)? {
            Item::Name(name) => SanitizerElementWithAttributes::from(&*name),
            Item::Dictionary(ElementDictionary { name, namespace, attributes, remove_attributes }) => {
                let namespace = namespace.unwrap_or_else(html);
                SanitizerElementWithAttributes { name, namespace, attributes, remove_attributes }
            }
        })
    }
}

impl<'de> Deserialize<'de> for SanitizerAttribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SanitizerAttribute, D::Error> {
        Ok(match Item::deserialize(deserializer)? {
            Item::Name(name) => SanitizerAttribute { name, namespace: None },
            Item::Dictionary(NameDictionary { name, namespace }) => {
                SanitizerAttribute { name, namespace: namespace.flatten() }
            }
        })
    }
}

impl<'de> Deserialize<'de> for SanitizerProcessingInstruction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SanitizerProcessingInstruction, D::Error> {
        Ok(match Item::deserialize(deserializer)? {
            Item::Name(target) | Item::Dictionary(InstructionDictionary { target }) => {
                SanitizerProcessingInstruction { target }
            }
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
