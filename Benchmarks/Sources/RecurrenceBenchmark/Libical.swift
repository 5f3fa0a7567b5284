import CIcal

/// libical's recurrence iterator: the peer of every row.
struct Libical {
  private let rule: icalrecurrencetype
  private var start: icaltimetype

  init(rule: String, start: String, zone: String? = nil) {
    self.rule = icalrecurrencetype_from_string(rule)
    self.start = icaltime_from_string(start)
    if let zone { self.start.zone = icaltimezone_get_builtin_timezone(zone) }
  }

  /// The sum of the first occurrences' Unix times, which takes libical no work that it has not done.
  func checksum(_ count: Int) -> Int64 {
    var sum: Int64 = 0
    forEach(count) { sum &+= Int64(icaltime_as_timet_with_zone($0, $0.zone)) }
    return sum
  }

  /// The first occurrences as broken-down times.
  func expand(_ count: Int) {
    var sum: Int64 = 0
    forEach(count) { sum &+= Int64($0.day) }
    keepSum(sum)
  }

  /// The occurrences of a window, by libical's own seek.
  func window(_ from: String, _ upTo: String) -> Int {
    let end = icaltime_from_string(upTo)
    guard let iterator = icalrecur_iterator_new(rule, start) else { return 0 }
    defer { icalrecur_iterator_free(iterator) }
    icalrecur_iterator_set_start(iterator, icaltime_from_string(from))
    var found = 0
    while true {
      let time = icalrecur_iterator_next(iterator)
      if icaltime_is_null_time(time) != 0 || icaltime_compare(time, end) >= 0 { return found }
      found += 1
    }
  }

  private func forEach(_ count: Int, _ body: (icaltimetype) -> Void) {
    guard let iterator = icalrecur_iterator_new(rule, start) else { return }
    defer { icalrecur_iterator_free(iterator) }
    for _ in 0..<count {
      let time = icalrecur_iterator_next(iterator)
      if icaltime_is_null_time(time) != 0 { return }
      body(time)
    }
  }

  @inline(never)
  private func keepSum(_ sum: Int64) {}
}
