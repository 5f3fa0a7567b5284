internal import AlmanacTime

/// EXDATE values made ready to be looked up: zoned and UTC ones by instant, floating ones by their digits, dates by
/// their day, whatever the form of the start.
struct ExceptionSet: Sendable {
  private var keys: [Int64] = []
  private var locals: [Int64] = []
  private var days: [Int64] = []

  init(_ exceptions: [EventTime], like start: EventTime) {
    for exception in exceptions {
      switch exception {
      case .date(let date): days.append(Int64(date.daysSinceEpoch))
      case .floating(let local): locals.append(local.secondsSinceEpoch)
      case .zoned(let zoned):
        if start.isDate {
          days.append(Int64(zoned.local.date.daysSinceEpoch))
        } else {
          keys.append(start.zone == nil ? zoned.local.secondsSinceEpoch : zoned.instant.secondsSinceEpoch)
        }
      }
    }
    if start.isDate { days.append(contentsOf: locals.map { $0.flooredQuotient(86_400) }) }
    keys.sort()
    locals.sort()
    days.sort()
  }

  var isEmpty: Bool { keys.isEmpty && locals.isEmpty && days.isEmpty }

  /// Whether an instance is excluded. O(log exceptions).
  func contains(_ time: KeyedTime) -> Bool {
    if isEmpty { return false }
    return Self.find(time.key, in: keys) || Self.find(time.local, in: locals)
      || Self.find(time.local.flooredQuotient(86_400), in: days)
  }

  private static func find(_ value: Int64, in sorted: [Int64]) -> Bool {
    let index = sorted.partitionPoint { $0 >= value }
    return index < sorted.count && sorted[index] == value
  }
}
