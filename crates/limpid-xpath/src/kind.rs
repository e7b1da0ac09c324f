//! XPath's four types of values.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Nodes,
    Number,
    Text,
    Boolean,
}
