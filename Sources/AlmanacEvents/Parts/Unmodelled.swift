// Clients name properties and components by importing this module alone.
@_exported public import AlmanacComponents

/// The content of a component that the model does not represent, in order, stored to be written again.
public struct Unmodelled: Sendable, Hashable {
  /// Properties that the model does not represent.
  public var properties: [Property]
  /// Sub-components that the model does not represent.
  public var components: [Component]
  /// Parameters of modelled properties whose values have no place for them.
  public var parameters: [KeptParameters]

  /// Creates unmodelled content; without arguments, none.
  public init(properties: [Property] = [], components: [Component] = [], parameters: [KeptParameters] = []) {
    self.properties = properties
    self.components = components
    self.parameters = parameters
  }

  /// Whether there is a property of a name, in upper case.
  package func hasProperty(_ name: String) -> Bool { properties.contains(named: name) }

  /// Whether there is no unmodelled content.
  public var isEmpty: Bool { properties.isEmpty && components.isEmpty && parameters.isEmpty }
}

/// The parameters of one line of a modelled property: `SUMMARY;LANGUAGE=ca`. For texts and dates that may occupy several
/// lines, those of the listed values: `CATEGORIES;LANGUAGE=ca:Esport,Lleure`.
public struct KeptParameters: Sendable, Hashable {
  /// The property's name in upper case.
  public var property: String
  /// The number of the line of that name in its component, counted from 0; for lists the number among the lines with
  /// parameters.
  public var occurrence: Int
  /// The parameters, in the order of the line.
  public var parameters: [Parameter]
  /// The values to which the parameters belong: the texts of CATEGORIES, RESOURCES, COMMENT, CONTACT, CONCEPT and REFID, the
  /// dates of EXDATE and RDATE as they are written (without a zone). Empty for other properties, and for the CONTACT of a
  /// VFREEBUSY.
  public var values: [String]

  /// Creates the parameters of a line or, with values, of some values of a list.
  public init(_ property: String, occurrence: Int = 0, _ parameters: [Parameter], values: [String] = []) {
    self.property = property
    self.occurrence = occurrence
    self.parameters = parameters
    self.values = values
  }
}

/// Coded as `properties`, `components` and `parameters`, each in order.
extension Unmodelled: TableCoded {
  static let codingTable = CodingTable<Unmodelled>(
    blank: Unmodelled(),
    .list("properties", \.properties), .list("components", \.components), .list("parameters", \.parameters))
}

/// Coded as `name` and `values`.
extension Parameter: TableCoded {
  static let codingTable = CodingTable<Parameter>(
    blank: Parameter("", []), .required("name", \.name), .list("values", \.values))
}

/// Coded as `name`, `parameters`, `value` as it is written in a line, and `position` among its neighbours.
extension Property: TableCoded {
  static let codingTable = CodingTable<Property>(
    blank: Property("", value: ""),
    .required("name", \.name), .list("parameters", \.parameters), .text("value", \.value),
    .optional("position", \.position))
}

/// Coded as `name`, `properties`, `components`. A `position` in a stored component is
/// ignored: all components come after the properties, in the order in which they are stored.
extension Component: TableCoded {
  static let codingTable = CodingTable<Component>(
    blank: Component(""),
    .required("name", \.name), .list("properties", \.properties), .list("components", \.components))
}

/// Coded as `property`, `occurrence` (without one, 0), `parameters`, of a list `values`.
extension KeptParameters: TableCoded {
  static let codingTable = CodingTable<KeptParameters>(
    blank: KeptParameters("", []),
    .required("property", \.property), .value("occurrence", \.occurrence, unless: 0),
    .list("parameters", \.parameters), .list("values", \.values))
}
