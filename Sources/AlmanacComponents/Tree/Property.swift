/// A property of a component as text: `SUMMARY;LANGUAGE=ca:Àlgebra` (RFC 5545 §3.1, §3.5).
///
/// The value is not interpreted, so a property that the model does not represent is written as it was read.
/// ```swift
/// let room = Property("X-ROOM", parameters: [Parameter("LANGUAGE", "ca")], value: "Aula 3\\, planta baixa")
/// event.unmodelled.properties.append(room)
/// print(room.parameter("LANGUAGE") ?? "none")        // ca
/// ```
/// Complexity: comparing two properties is linear in their text.
public struct Property: Sendable, Hashable {
  /// The name as written; names compare without regard to case (RFC 5545 §3.5).
  public var name: String
  /// The parameters, in order; ``parameter(_:)`` uses the first of several with one name.
  public var parameters: [Parameter]
  /// The text after the colon of the unfolded line, still escaped.
  public var value: String
  /// The place among the properties and components of the component that was read, counted from 0; `nil` for
  /// a property that was not read, which is written last. Equality ignores the position.
  public var position: Int? {
    get { place }
    set { place = newValue }
  }

  @Uncompared private var place: Int?
  /// The line of the document on which it begins, from 1; 0 for a property that was not read from one.
  @Uncompared package var line: Int32 = 0

  /// Creates a property; `value` is already escaped, and without a `position` the property is written last.
  public init(_ name: String, parameters: [Parameter] = [], value: String, position: Int? = nil) {
    (self.name, self.parameters, self.value) = (name, parameters, value)
    place = position
  }

  /// The first value of a parameter; `nil` without that parameter.
  ///
  /// - Parameter name: In upper case.
  /// - Complexity: O(n) in the number of parameters.
  public func parameter(_ name: String) -> String? { parameters.first(named: name)?.values.first }

  /// Sets a parameter as ``Swift/Array/set(_:_:)`` does.
  package mutating func set(_ value: String, parameter name: String) {
    parameters.set(value, name)
  }

  /// The property as it is after being written and read again: without control characters, each parameter
  /// once as ``Swift/Array/join(_:)`` does, with a legal name and a value.
  package var asRead: Property {
    var found: [Parameter] = []
    for parameter in parameters where ComponentName.isLegal(parameter.name) {
      let values = parameter.values.map { TextValue.withoutControls($0, keepsLines: true) }
      found.join(Parameter(parameter.name, values.isEmpty ? [""] : values).asWritten)
    }
    var read = self
    (read.parameters, read.value) = (found, TextValue.withoutControls(value))
    return read
  }

  /// The value as TEXT, unescaped (RFC 5545 §3.3.11).
  package var text: String { TextValue.unescaped(value) }

  /// Whether the name can be written: an illegal name, BEGIN or END could begin a component or a second line.
  package var hasLegalName: Bool {
    ComponentName.isLegal(name) && !isNamed("BEGIN") && !isNamed("END")
  }
}

/// A parameter of a property: `LANGUAGE=ca` (RFC 5545 §3.2).
///
/// ```swift
/// let members = Parameter("member", ["mailto:a@example.org", "mailto:b@example.org"])
/// print(members.name, members.values.count)          // MEMBER 2
/// ```
public struct Parameter: Sendable, Hashable {
  /// The name in upper case.
  public var name: String
  /// The values, unquoted and with RFC 6868's escapes decoded; a parameter that was read has at least one.
  public var values: [String]

  /// Creates a parameter, with its name in upper case. Its values have no quotation marks and escapes; writing adds both.
  public init(_ name: String, _ values: [String]) {
    self.name = name.uppercased()
    self.values = values
  }

  /// Creates a parameter with a single value.
  public init(_ name: String, _ value: String) {
    self.init(name, [value])
  }
}

extension Parameter {
  /// The parameter with at most one value if it is not a list (RFC 5545 §3.2): several are joined by commas.
  var asWritten: Parameter {
    guard values.count > 1, name.withBytes(Self.isSingle) else { return self }
    return Parameter(name, values.joined(separator: ","))
  }
}

extension [Parameter] {
  /// Adds a parameter, which may occur once (RFC 5545 §3.2): the values of a list that occurs again are joined, of a parameter
  /// with one value the first is used.
  mutating func join(_ parameter: Parameter) {
    guard let index = firstIndex(named: parameter.name) else { return append(parameter) }
    if !parameter.name.withBytes(Parameter.isSingle) { self[index].values += parameter.values }
  }

  /// Sets a parameter to one value, or removes it if the value is empty. An equal first value changes nothing.
  package mutating func set(_ value: String, _ name: String) {
    guard value != first(named: name)?.values.first ?? "" else { return }
    guard let index = firstIndex(named: name) else { return append(Parameter(name, value)) }
    if value.isEmpty { remove(at: index) } else { self[index].values = [value] }
  }
}
