import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacSync

extension IncomingSeries {
  var summary: String { items.first?.summary ?? "" }

  func json(_ outcome: Outcome) -> JSON {
    ["uid": .string(uid), "summary": .string(summary), "outcome": .string(outcome.rawValue)]
  }
}

extension CalendarStore {
  /// Imports items: where their UIDs are, the others into one calendar.
  mutating func take(
    _ incoming: [IncomingSeries], into destination: Destination
  ) throws(CommandError) -> [IncomingSeries.Outcome] {
    let index = positionsByUID
    var outcomes = [IncomingSeries.Outcome](repeating: .added, count: incoming.count)
    var known: [Position: [Int]] = [:]
    var new: [[Item]] = []
    var placeOfNew: [String: Int] = [:]
    for (number, series) in incoming.enumerated() {
      if let positions = index[series.uid] {
        outcomes[number] = .unchanged
        for place in locations(of: series.uid, at: positions) {
          if place.parts.count == 1 {
            known[place.main, default: []].append(number)
          } else {
            _ = try makeChange(place) { (calendar) throws(EventError) in
              let update = calendar.update(with: series)
              outcomes[number] = update.outcome
              return update.change
            }
          }
        }
      } else if let place = placeOfNew[series.uid] {
        let items = series.replacing(new[place])
        outcomes[number] = series.outcome(new[place], items)
        new[place] = items
      } else {
        placeOfNew[series.uid] = new.count
        new.append(series.replacing([]))
      }
    }
    for position in positions {
      guard let numbers = known[position] else { continue }
      try makeChange(position) { (calendar) throws(EventError) in
        for number in numbers { outcomes[number] = calendar.update(with: incoming[number]).outcome }
      }
    }
    insert(new, into: destination)
    return outcomes
  }
}
