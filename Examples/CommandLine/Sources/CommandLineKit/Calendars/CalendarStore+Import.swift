import AlmanacEvents
import AlmanacFiles
import AlmanacSync

extension CalendarStore {
  /// Imports series: a series whose UID is stored into its calendars, a new one into the destination.
  ///
  /// - Parameter me: The addresses of the owner of the calendars.
  /// - Throws: A refusal if two files of one folder have a series.
  /// - Returns: The results, in the order of the series.
  mutating func importAll(
    _ imported: [ImportedSeries], into destination: Destination, me: Set<String>
  ) throws(CommandError) -> [ImportResult] {
    let positionsByUID = positionsByUID
    var results = imported.map { $0.result(among: []) }
    var stored: [Position: [Int]] = [:]
    var new: [[Item]] = []
    var indexOfNew: [String: Int] = [:]
    for (number, series) in imported.enumerated() {
      if let positions = positionsByUID[series.uid] {
        for location in locations(of: series.uid, at: positions) {
          try checkOneFile(location, kind: series.kind)
          if location.parts.count == 1 {
            stored[location.main, default: []].append(number)
          } else {
            _ = try makeChange(location) { (calendar) throws(EventError) in
              let (result, change) = calendar.importSeries(series, me: me)
              results[number] = result
              return change
            }
          }
        }
      } else if let index = indexOfNew[series.uid] {
        results[number] = series.result(among: new[index], me: me)
        new[index] = results[number].after
      } else {
        indexOfNew[series.uid] = new.count
        new.append(results[number].after)
      }
    }
    for position in positions {
      guard let numbers = stored[position] else { continue }
      try makeChange(position) { (calendar) throws(EventError) in
        for number in numbers { results[number] = calendar.importSeries(imported[number], me: me).result }
      }
    }
    insert(new, into: destination)
    return results
  }
}
