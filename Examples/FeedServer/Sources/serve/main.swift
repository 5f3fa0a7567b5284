// A feed server: the classes of a place for everybody, each member's own bookings for whoever has the member's secret link.
//     serve CALENDAR --links FILE [--name NAME] [--zone ZONE] [--port 8080]
// It listens on the loopback address only: a web server in front of it has the certificate. Its log has no path of a member.
//     serve link MEMBER --links FILE        prints the path of a new link
//     serve revoke MEMBER --links FILE      revokes all links of a member; the exit code is 1 where there are none
import Almanac
import AlmanacFoundation
import Feeds
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

func fail(_ message: String, code: Int32 = 64) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(code)
}

guard let verb = arguments.first, !verb.hasPrefix("-"), let path = option("--links") else {
  fail(
    "usage: serve CALENDAR --links FILE [--name NAME] [--zone ZONE] [--port 8080] | serve link|revoke MEMBER --links FILE"
  )
}
/// Whether a member is stated after the verb.
let isOfMember = arguments.count > 3 && !arguments[1].hasPrefix("-")
do {
  let links = try MemberLinks(path)
  switch verb {
  case "link" where isOfMember: print("/members/\(try links.add(arguments[1])).ics")
  case "revoke" where isOfMember:
    let count = try links.revoke(arguments[1])
    if count == 0 { fail("\(arguments[1]): a member without a link; nothing is revoked", code: 1) }
    print("\(count) revoked")
  default:
    guard let port = Int(option("--port") ?? "8080"), (0...65_535).contains(port) else {
      fail("--port: 0 … 65535")
    }
    guard let zone = try? Zone(option("--zone") ?? "UTC") else {
      fail("--zone: a name such as Europe/Madrid")
    }
    let feeds = Feeds(of: verb, name: option("--name") ?? "Classes", in: zone)
    // A calendar that cannot be read is said at once.
    _ = try feeds.classes(at: Instant(Date()))
    try await FeedServer(feeds: feeds, links: links).run(port: port)
  }
} catch {
  fail("\(error)", code: 1)
}
