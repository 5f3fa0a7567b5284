internal import AlmanacRecurrence
internal import AlmanacTime

/// Coded as an object with `rules`, `exclusionRules`, `additions` and `exceptions`; lists that are empty are not
/// written.
extension Recurrence: Codable {
  private static let form = Form<Recurrence>(
    .list("rules", \.rules), .list("exclusionRules", \.exclusionRules), .list("additions", \.additions),
    .list("exceptions", \.exceptions))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: .none) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
