/// `address`, `name`, `role`, `status`, `kind`, `wantsReply`, `groups`, `delegates`, `delegators`, `sentBy`,
/// `parameters`.
extension Attendee: Codable {
  private static let form = Form<Attendee>(
    .required("address", \.address), .text("name", \.name), .optional("role", \.role),
    .optional("status", \.status), .optional("kind", \.kind),
    .value("wantsReply", \.wantsReply, unless: false),
    .list("groups", \.groups), .list("delegates", \.delegates), .list("delegators", \.delegators),
    .text("sentBy", \.sentBy), .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self("")) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `address`, `name`, `sentBy`, `parameters`.
extension Organizer: Codable {
  private static let form = Form<Organizer>(
    .required("address", \.address), .text("name", \.name), .text("sentBy", \.sentBy),
    .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self("")) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
