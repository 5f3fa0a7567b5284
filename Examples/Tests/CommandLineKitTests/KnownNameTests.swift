import CommandLineKit
import Testing

@Suite("Names and resources that the calendar does not have")
struct KnownNameTests {
  private let gym: Gym

  private static let prepared = Gym.prepared(
    "session book --any-of eva --any-of room:r1 --client bob --at 2026-03-03T10:00 --resource mats:6/10")

  init() throws { gym = try Gym(Self.prepared) }

  @Test("a name that is nearly one of the calendar is refused, unless it is said to be new")
  func people() throws {
    let slip = "session book --any-of evva --client cyd --at 2026-03-04T10:00"
    #expect(
      try gym.refused(slip) == [
        "almanac: unknown_name: evva has no sessions, classes or hours here; did you mean eva? (expected eva, or --new evva)"
      ])
    #expect(try gym.refused("slots --for 1h --any-of evva").count == 1)
    #expect(try gym.json(slip)["refused"].array.strings("code") == ["unknown_name"])
    for line in [
      "\(slip) --new evva",
      "session book --any-of leo --any-of room:r2 --client cyd --at 2026-03-05T10:00",
      "session book --any-of Eva@x.org --client cyd --at 2026-03-06T10:00",
      // Its hours say that it is meant.
      "session book --any-of evan --hours evan=mon-sun_00:00-24:00 --client cyd --at 2026-03-07T10:00",
      // The name of a thing is known in any letters.
      "slots --for 1h --any-of room:R1 --days 1", "session find --people eva,boob --new boob --within 1d",
      "session find --people eva,zoe --within 1d", "slots --for 1h --any-of eva,leo,mia --days 1",
    ] {
      #expect(try gym.done(line).errors.isEmpty, "\(line)")
    }
    for line in [
      "session find --people eva,boob --within 1d", "session reassign eva --to zoe,boob --dry-run",
    ] {
      #expect(try gym.refused(line).first?.contains("did you mean bob?") == true, "\(line)")
    }
  }

  @Test("a place that no item and no journey has is refused with those that there are, unless it is new")
  func places() throws {
    // The first one may be any.
    try gym.done("session book --coach eva --client bob --at 2026-03-05T10:00 --place Sants")
    let more = "--coach eva --client cyd --at 2026-03-06T10:00"
    for line in [
      "session book \(more) --place Snats", "session book \(more) --place Snats --travel Sants,Badalona=40m",
      "session slots --coach eva --place Snats --days 1", "session find --people eva,bob --place Snats",
      "slots --for 1h --any-of eva --place Snats --travel Sants,Badalona=40m --days 1",
    ] {
      let names = line.contains("--travel") ? "Badalona, Sants" : "Sants"
      #expect(
        try gym.refused(line) == [
          "almanac: unknown_place: Snats is no place of these calendars (expected one of \(names), or --new Snats)"
        ], "\(line)")
    }
    try gym.done("session book \(more) --place SANTS")
    try gym.done("session book --coach eva --client cyd --at 2026-03-07T10:00 --place Gracia --new Gracia")
    try gym.done("session slots --coach eva --place Gracia --days 1")
  }

  @Test("an amount without how much there is means the capacity of earlier bookings")
  func resources() throws {
    try gym.done("session book --any-of leo --client cyd --at 2026-03-03T10:00 --resource mats:3")
    let full = try gym.refused(
      "session book --any-of mia --client dan --at 2026-03-03T10:00 --resource mats:3")
    #expect(full.first?.contains("insufficient: 1 free, 3 needed (mats)") == true)
    #expect(
      try gym.refused("slots --for 1h --resource mats:11", .usage).first?.contains("there are 10") == true)
    let unknown = try gym.refused("slots --for 1h --resource matss:3", .usage)
    #expect(unknown.first?.contains("did you mean mats?") == true)
    #expect(unknown.first?.contains("(expected how much there is, such as matss:3/10)") == true)
    #expect(
      try gym.refused("slots --for 1h --resource lanes:2", .usage).first?.contains("such as lanes:2/10")
        == true)
    // How much there is defines a thing.
    #expect(try gym.done("slots --for 1h --days 1 --resource matss:3/10").errors.isEmpty)
  }
}
