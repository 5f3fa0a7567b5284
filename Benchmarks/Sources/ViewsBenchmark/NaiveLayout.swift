/// The same layout of overlapping stretches as the library's, each compared with all before it: O(n²).
func naiveLayout(_ stretches: [Range<Int>]) -> Int {
  let order = stretches.indices.sorted { left, right in
    let (one, two) = (stretches[left], stretches[right])
    if one.lowerBound != two.lowerBound { return one.lowerBound < two.lowerBound }
    return one.upperBound != two.upperBound ? one.upperBound > two.upperBound : left < right
  }
  var columns = Array(repeating: 0, count: stretches.count)
  for (index, position) in order.enumerated() {
    var taken: Set<Int> = []
    for other in order[..<index] where stretches[other].overlaps(stretches[position]) {
      taken.insert(columns[other])
    }
    var column = 0
    while taken.contains(column) { column += 1 }
    columns[position] = column
  }
  var widths = 0
  for position in order {
    var nearest = Int.max
    for other in order where columns[other] > columns[position] && columns[other] < nearest {
      if stretches[other].overlaps(stretches[position]) { nearest = columns[other] }
    }
    widths += nearest == .max ? 1 : nearest - columns[position]
  }
  return widths
}
