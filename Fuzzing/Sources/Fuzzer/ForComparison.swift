import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

extension Item {
  /// What must be the same after writing: places among the lines are not, a missing DTSTAMP becomes some time, an alarm
  /// that shows nothing gets the text it needs, and a zone is what it makes of the times.
  ///
  /// - Parameter isClean: Whether all was legal: else a parameter may have stood by a value that could not be read.
  func forComparison(_ isClean: Bool) -> Item {
    var item = self
    item.stamp = nil
    var unmodelled = item.unmodelled.forComparison(isClean)
    // Words that nobody knows are not written anew.
    let known = item.kind == .event ? ["STATUS", "CLASS", "TRANSP"] : ["STATUS", "CLASS"]
    unmodelled.properties.removeAll { known.contains($0.name) }
    for index in item.alarms.indices {
      item.alarms[index].unmodelled = item.alarms[index].unmodelled.forComparison(isClean)
      if item.alarms[index].details == item.summary { item.alarms[index].details = "" }
      if item.alarms[index].summary == item.summary { item.alarms[index].summary = "" }
    }
    // Those that are not of the form of the series' start are written in that.
    item.recurrenceID = isClean ? item.recurrenceID?.forComparison : nil
    // An addition of another form is written in that of the start.
    let start = item.start
    item.recurrence.additions = item.recurrence.additions.map { date in
      RecurrenceDate(
        date.start.conformed(to: start).forComparison, extent: date.extent?.conformed(to: start).forComparison
      )
    }
    item.recurrence.additions.sort { "\($0)" < "\($1)" }
    // The line of a rule that is read in part is stored, and written behind the others.
    item.recurrence.rules.sort { "\($0)" < "\($1)" }
    item.recurrence.exceptions =
      isClean ? item.recurrence.exceptions.map(\.forComparison).sorted { "\($0)" < "\($1)" } : []
    switch item {
    case .event(var event):
      (event.start, event.extent) = (event.start.forComparison, event.extent.forComparison)
      item = .event(event)
    case .todo(var todo):
      (todo.start, todo.extent) = (todo.start?.forComparison, todo.extent.forComparison)
      item = .todo(todo)
    case .journal(var journal):
      journal.start = journal.start?.forComparison
      item = .journal(journal)
    }
    // Last, since other times and rules replace lines that could not be read.
    item.unmodelled = unmodelled
    return item
  }
}

extension EventTime {
  /// The same instance in the form of a start.
  fileprivate func conformed(to start: EventTime?) -> EventTime {
    switch (start, self) {
    case (.zoned(let start), .floating(let local)): .zoned(local.in(start.zone))
    case (.zoned(let start), .date(let date)): .zoned(date.at(start.local.time).in(start.zone))
    case (.floating, .zoned(let zoned)): .floating(zoned.local)
    case (.floating(let start), .date(let date)): .floating(date.at(start.time))
    case (.date, _): .date(local.date)
    default: self
    }
  }

  fileprivate var forComparison: EventTime {
    if case .zoned(let zoned) = self { .utc(zoned.instant) } else { self }
  }
}

extension Extent {
  fileprivate var forComparison: Extent {
    if case .end(let end) = self { .end(end.forComparison) } else { self }
  }
}

extension RecurrenceDate.Extent {
  fileprivate func conformed(to start: EventTime?) -> RecurrenceDate.Extent {
    if case .end(let end) = self { .end(end.conformed(to: start)) } else { self }
  }

  fileprivate var forComparison: RecurrenceDate.Extent {
    if case .end(let end) = self { .end(end.forComparison) } else { self }
  }
}

extension Unmodelled {
  /// Capitals are alike, and so is a type that is said with one that is understood.
  fileprivate func forComparison(_ isClean: Bool) -> Unmodelled {
    var kept = self
    // Lists are written in one line, which keeps the parameters of the first.
    kept.parameters = isClean ? kept.parameters.filter { $0.occurrence == 0 && $0.values.isEmpty } : []
    kept.properties = kept.properties.map(\.forComparison).sorted {
      ($0.name, $0.value) < ($1.name, $1.value)
    }
    // Components that were not ended may end elsewhere when what is between them stands in another order.
    kept.components = isClean ? kept.components.filter(\.hasLegalName).map(\.forComparison) : []
    return kept
  }
}

extension Property {
  fileprivate var forComparison: Property {
    var parameters = parameters.filter { $0.name != "VALUE" }
    // Without quotes a comma parts values that say the same as one.
    for index in parameters.indices {
      parameters[index].values = [parameters[index].values.joined(separator: ",")]
    }
    return Property(name.uppercased(), parameters: parameters, value: Self.escapesForComparison(value))
  }

  /// A text says the same with the escapes that it should have as without: commas and semicolons, and backslashes that
  /// escape nothing.
  private static func escapesForComparison(_ value: String) -> String {
    var text = ""
    var isEscaped = false
    for character in value.unicodeScalars {
      if isEscaped {
        let isNamed = ["n", "N", "\\"].contains(character)
        text += character == "," || character == ";" ? "" : isNamed ? "\\" : "\\\\"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
        continue
      }
      text.unicodeScalars.append(character)
    }
    return isEscaped ? text + "\\\\" : text
  }
}

extension Component {
  fileprivate var forComparison: Component {
    Component(
      name, properties: properties.map(\.forComparison),
      components: components.filter(\.hasLegalName).map(\.forComparison))
  }

  /// One without is left out of what is written anew.
  fileprivate var hasLegalName: Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        48...57 ~= $0 || 65...90 ~= $0 & 0xDF
          || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
      }
  }
}
