internal import AlmanacTime

/// The alarms at an instant that some items have, so that copies are found without a look at all others.
struct AlarmCopyIndex {
  /// What is the same alarm.
  struct Copies {
    /// The first item that has one and may give it, by its place.
    var giver: Int?
    var isEmpty = true
    /// Until when any of them has been seen.
    var seen: Instant?

    func arePending(_ first: Instant) -> Bool { seen.map { first > $0 } ?? true }

    fileprivate mutating func add(_ alarm: Alarm, of item: Item, at place: Int) {
      if giver == nil, item.hasAlarms { giver = place }
      isEmpty = false
      seen = alarm.acknowledged.map { Swift.max($0, seen ?? .min) } ?? seen
    }

    fileprivate mutating func merge(_ other: Copies) {
      giver = [giver, other.giver].compactMap { $0 }.min()
      isEmpty = isEmpty && other.isEmpty
      seen = [seen, other.seen].compactMap { $0 }.max()
    }
  }

  private struct Name: Hashable {
    let trigger: Alarm.Trigger
    let uid: String
  }

  /// So few that they are as quickly gone through; else empty.
  private var few: [Item] = []
  private var named: [Name: Copies] = [:]
  /// By what they say besides their UID.
  private var alike: [Alarm: Copies] = [:]
  /// Those of them that have no UID.
  private var unnamed: [Alarm: Copies] = [:]

  init(_ items: [Item]) {
    if items.count <= 4, items.allSatisfy({ $0.alarms.count <= 4 }) {
      few = items
      return
    }
    for (place, item) in items.enumerated() {
      for alarm in item.alarms {
        guard case .absolute = alarm.trigger else { continue }
        let content = alarm.content
        alike[content, default: Copies()].add(alarm, of: item, at: place)
        if alarm.uid.isEmpty {
          unnamed[content, default: Copies()].add(alarm, of: item, at: place)
        } else {
          named[Name(trigger: alarm.trigger, uid: alarm.uid), default: Copies()].add(
            alarm, of: item, at: place)
        }
      }
    }
  }

  /// - Parameter alarm: One at an instant.
  func copies(of alarm: Alarm) -> Copies {
    var copies = Copies()
    for (place, item) in few.enumerated() {
      for other in item.alarms where other.isCopy(of: alarm) { copies.add(other, of: item, at: place) }
    }
    if alike.isEmpty { return copies }
    if alarm.uid.isEmpty { return alike[alarm.content] ?? copies }
    copies = named[Name(trigger: alarm.trigger, uid: alarm.uid)] ?? copies
    if !unnamed.isEmpty, let others = unnamed[alarm.content] { copies.merge(others) }
    return copies
  }
}

extension Alarm {
  /// Whether it is the same alarm at an instant, as an override has it from its series: by its UID, else in all but
  /// that and whether it has been seen.
  func isCopy(of other: Alarm) -> Bool {
    guard trigger == other.trigger else { return false }
    if !uid.isEmpty, !other.uid.isEmpty { return uid == other.uid }
    return content == other.content
  }

  /// All but the UID and whether it has been seen.
  var content: Alarm {
    var content = self
    (content.uid, content.acknowledged) = ("", nil)
    content.unmodelled.parameters.removeAll { ["UID", "ACKNOWLEDGED"].contains($0.property) }
    return content
  }
}
