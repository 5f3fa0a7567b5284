/// What a component of a file says beyond the model, kept in order so that it can be written again.
public struct Unmodelled: Sendable, Hashable {
  /// Properties that the model has no place for.
  public var properties: [RawProperty]
  /// Sub-components that the model has no place for.
  public var components: [RawComponent]
  /// Parameters of properties that the model has, where the model's value has no place for them.
  public var parameters: [KeptParameters]

  public init(
    properties: [RawProperty] = [], components: [RawComponent] = [], parameters: [KeptParameters] = []
  ) {
    self.properties = properties
    self.components = components
    self.parameters = parameters
  }

  /// Whether there is a property of a name, in upper case.
  package func says(_ name: String) -> Bool { properties.contains { $0.isNamed(name) } }

  public var isEmpty: Bool { properties.isEmpty && components.isEmpty && parameters.isEmpty }
}

/// A parameter of a property: `LANGUAGE=ca`.
public struct Parameter: Sendable, Hashable {
  /// In upper case.
  public var name: String
  /// Without quotes and with RFC 6868's escapes undone.
  public var values: [String]

  public init(_ name: String, _ values: [String]) {
    self.name = name.uppercased()
    self.values = values
  }

  public init(_ name: String, _ value: String) {
    self.init(name, [value])
  }
}

/// A property as a line: nothing in its value is interpreted.
public struct RawProperty: Sendable, Hashable {
  public var name: String
  public var parameters: [Parameter]
  /// The text after the colon of the unfolded line, escapes and all.
  public var value: String
  /// Where it stood among the properties and sub-components of its component, counted from 0; `nil` for one that
  /// was not read, which is written last.
  public var position: Int?

  public init(_ name: String, parameters: [Parameter] = [], value: String, position: Int? = nil) {
    self.name = name
    self.parameters = parameters
    self.value = value
    self.position = position
  }
}

extension RawProperty {
  /// - Parameter name: In upper case; that of the property is as it was written.
  package func isNamed(_ name: String) -> Bool {
    self.name.utf8.count == name.utf8.count && self.name.uppercased() == name
  }
}

/// A component as lines: BEGIN, properties and sub-components, END.
public struct RawComponent: Sendable, Hashable {
  public var name: String
  public var properties: [RawProperty]
  public var components: [RawComponent]
  /// Where it stood among the properties and sub-components of the component around it, counted from 0.
  public var position: Int?

  public init(
    _ name: String, properties: [RawProperty] = [], components: [RawComponent] = [], position: Int? = nil
  ) {
    self.name = name
    self.properties = properties
    self.components = components
    self.position = position
  }
}

/// The parameters of one line of a property that the model has: `SUMMARY;LANGUAGE=ca`. Of texts and dates that may stand
/// in several lines, those of the values that are named: `CATEGORIES;LANGUAGE=ca:Esport,Lleure`.
public struct KeptParameters: Sendable, Hashable {
  /// The property's name in upper case.
  public var property: String
  /// Which line of that name in its component, counted from 0; of such lists, which of the lines with parameters.
  public var occurrence: Int
  public var parameters: [Parameter]
  /// Of CATEGORIES, RESOURCES, COMMENT and CONTACT the texts to which they belong, of EXDATE and RDATE the dates as they
  /// are written there (without a zone), wherever these stand among the others; else, and of the one CONTACT of a
  /// VFREEBUSY, empty.
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
