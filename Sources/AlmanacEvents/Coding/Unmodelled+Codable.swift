/// `properties`, `components` and `parameters`, each in order.
extension Unmodelled: Codable {
  private static let form = Form<Unmodelled>(
    .list("properties", \.properties), .list("components", \.components), .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self()) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `name` and `values`.
extension Parameter: Codable {
  private static let form = Form<Parameter>(.required("name", \.name), .list("values", \.values))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self("", []))
  }

  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `name`, `parameters`, `value` as it stands in a line, and `position` among its neighbours.
extension Property: Codable {
  private static let form = Form<Property>(
    .required("name", \.name), .list("parameters", \.parameters), .text("value", \.value),
    .optional("position", \.position))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self("", value: ""))
  }

  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `name`, `properties`, `components`. Components that were stored by an earlier version have a `position` too, which is
/// passed over: all components come behind the properties, in the order in which they are kept.
extension Component: Codable {
  private static let form = Form<Component>(
    .required("name", \.name), .list("properties", \.properties), .list("components", \.components))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self("")) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `property`, `occurrence` (without one, 0), `parameters`, of a list `values`.
extension KeptParameters: Codable {
  private static let form = Form<KeptParameters>(
    .required("property", \.property), .value("occurrence", \.occurrence, unless: 0),
    .list("parameters", \.parameters), .list("values", \.values))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self("", []))
  }

  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
