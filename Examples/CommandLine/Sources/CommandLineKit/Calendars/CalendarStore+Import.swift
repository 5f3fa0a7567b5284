import AlmanacEvents
import AlmanacFiles
import AlmanacSync

extension CalendarStore {
  /// Imports series: where their UIDs are, the others into one calendar.
  ///
  /// - Parameter me: The addresses of the person whose calendars they are.
  /// - Throws: A refusal where two files of one folder have a series.
  /// - Returns: The results, in the order of the series.
  mutating func importAll(
    _ imported: [ImportedSeries], into destination: Destination, me: Set<String>
  ) throws(CommandError) -> [ImportResult] {
    let index = positionsByUID
    var results = imported.map { $0.result(among: []) }
    var known: [Position: [Int]] = [:]
    var new: [[Item]] = []
    var placeOfNew: [String: Int] = [:]
    for (number, series) in imported.enumerated() {
      if let positions = index[series.uid] {
        for place in locations(of: series.uid, at: positions) {
          try checkOneFile(place, kind: series.kind)
          if place.parts.count == 1 {
            known[place.main, default: []].append(number)
          } else {
            _ = try makeChange(place) { (calendar) throws(EventError) in
              let (result, change) = calendar.importSeries(series, me: me)
              results[number] = result
              return change
            }
          }
        }
      } else if let place = placeOfNew[series.uid] {
        results[number] = series.result(among: new[place], me: me)
        new[place] = results[number].after
      } else {
        placeOfNew[series.uid] = new.count
        new.append(results[number].after)
      }
    }
    for position in positions {
      guard let numbers = known[position] else { continue }
      try makeChange(position) { (calendar) throws(EventError) in
        for number in numbers { results[number] = calendar.importSeries(imported[number], me: me).result }
      }
    }
    insert(new, into: destination)
    return results
  }
}
