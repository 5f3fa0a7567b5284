/// On which line of a JSON text each line of the iCalendar text begins that was made of it.
package struct JCalLines {
  /// The first physical line of each content line, ascending, and the JSON's.
  private var starts: [(text: Int, json: Int)] = []
  private var count = 0

  /// Adds a content line of so many physical ones.
  mutating func add(_ physical: Int, from line: Int) {
    // Most texts have several content lines on one line, or one on each.
    if starts.last?.json != line { starts.append((count + 1, line)) }
    count += physical
  }

  /// The JSON's line of a physical line of the iCalendar text, both from 1; 0 for none.
  package func json(of line: Int) -> Int {
    guard line > 0 else { return 0 }
    let behind = starts.partitionIndex { $0.text > line }
    return behind == 0 ? 0 : starts[behind - 1].json
  }
}
