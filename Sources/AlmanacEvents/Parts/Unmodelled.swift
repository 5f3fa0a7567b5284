// Clients name properties and components by importing this module alone.
@_exported public import AlmanacComponents

/// What a component of a file says beyond the model, kept in order so that it can be written again.
public struct Unmodelled: Sendable, Hashable {
  /// Properties that the model has no place for.
  public var properties: [Property]
  /// Sub-components that the model has no place for.
  public var components: [Component]
  /// Parameters of properties that the model has, where the model's value has no place for them.
  public var parameters: [KeptParameters]

  public init(
    properties: [Property] = [], components: [Component] = [], parameters: [KeptParameters] = []
  ) {
    self.properties = properties
    self.components = components
    self.parameters = parameters
  }

  /// Whether there is a property of a name, in upper case.
  package func says(_ name: String) -> Bool { properties.contains(named: name) }

  public var isEmpty: Bool { properties.isEmpty && components.isEmpty && parameters.isEmpty }
}

/// The parameters of one line of a property that the model has: `SUMMARY;LANGUAGE=ca`. Of texts and dates that may stand
/// in several lines, those of the values that are named: `CATEGORIES;LANGUAGE=ca:Esport,Lleure`.
public struct KeptParameters: Sendable, Hashable {
  /// The property's name in upper case.
  public var property: String
  /// Which line of that name in its component, counted from 0; of such lists, which of the lines with parameters.
  public var occurrence: Int
  public var parameters: [Parameter]
  /// Of CATEGORIES, RESOURCES, COMMENT, CONTACT, CONCEPT and REFID the texts to which they belong, of EXDATE and RDATE
  /// the dates as they are written there (without a zone), wherever these stand among the others; else, and of the one
  /// CONTACT of a VFREEBUSY, empty.
  public var values: [String]

  public init(
    _ property: String, occurrence: Int = 0, _ parameters: [Parameter], values: [String] = []
  ) {
    self.property = property
    self.occurrence = occurrence
    self.parameters = parameters
    self.values = values
  }
}
