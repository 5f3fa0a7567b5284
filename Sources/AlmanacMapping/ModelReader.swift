package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// Converts components to values of the model, one at a time.
///
/// Each kind of component has a table of its properties (``ComponentMapping``); typed values are read through
/// the door. Faults in one component do not affect others.
package struct ModelReader {
  let options: ICSOptions
  let door: any ValueDoor
  package var zones: ZoneResolver
  package var diagnostics: [Diagnostic] = []
  /// The index of the component being read among the pieces of the document, from which a UID is made if it has none.
  var piece = 0
  /// The UID stated in the component read last; empty if it has none.
  var statedUID = ""

  package init(_ options: ICSOptions, door: any ValueDoor = PureDoor()) {
    self.options = options
    self.door = door
    zones = ZoneResolver(options)
  }
}

// MARK: Reporting

extension ModelReader {
  /// Reports a fault in a property; the UID is added when its component is complete.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ property: PropertyView,
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String = "ignored"
  ) {
    report(severity, code, line: property.line, property.title, message(), repair: repair())
  }

  /// - Parameter isLimited: Whether the limit of diagnostics applies.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: Int, _ property: String,
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String, isLimited: Bool = true
  ) {
    if isLimited, diagnostics.count >= options.limits.diagnostics {
      guard code.leavesGap, !diagnostics.contains(where: { $0.code == code }) else { return }
    }
    diagnostics.append(
      Diagnostic(severity, code, line: line, property: property, message: message(), repair: repair()))
  }

  /// Sets the UID of the diagnostics from index `first` on that have none.
  mutating func name(uid: String, since first: Int) {
    guard !uid.isEmpty else { return }
    for index in diagnostics.indices.dropFirst(first) where diagnostics[index].uid.isEmpty {
      diagnostics[index].uid = uid
    }
  }

  /// Assigns a UID to a component without one, and reports a missing UID or DTSTAMP.
  ///
  /// - Parameters:
  ///   - number: The number passed to the UID source; `nil` for `piece`.
  ///   - isInModel: Whether the component is part of the model and therefore needs a UID.
  mutating func assignIdentity(
    _ uid: inout String, hasStamp: Bool, line: Int, number: Int? = nil, isInModel: Bool = true
  ) {
    statedUID = uid
    if uid.isEmpty {
      report(
        .warning, .missingUID, line: line, "UID", "a component without a UID",
        repair: isInModel ? "given a UID in the model" : "read without it")
      if isInModel { uid = options.uids.uid(number: number ?? piece) }
    }
    if !hasStamp {
      report(
        .warning, .missingStamp, line: line, "DTSTAMP", "a component without DTSTAMP",
        repair: "read without it")
    }
  }
}

/// The start of a value, for messages.
func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  let shown = TextValue.unescaped(UnsafeBufferPointer(rebasing: bytes.prefix(60)))
  return bytes.count > 60 ? shown + "…" : shown
}

func excerpt(_ bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer { excerpt($0) } }

extension PropertyView {
  /// The start of the value, for messages.
  var excerpt: String { AlmanacMapping.excerpt(value) }
}

extension Substring {
  /// The text without leading and trailing blanks and control characters.
  var trimmed: Substring {
    let text = utf8.drop { $0 <= 0x20 }
    return Substring(text.dropLast(text.reversed().prefix { $0 <= 0x20 }.count))
  }
}

// MARK: Simple values

extension ModelReader {
  /// A URI; one declared as TEXT is unescaped, without control characters.
  func uri(_ property: PropertyView) -> String {
    guard property.hasParameter("VALUE", "TEXT") else { return property.trimmed }
    let text = String(decoding: property.text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    return Property("", value: text).withView { $0.trimmed }
  }

  /// The TEXT values of a list; empty ones are omitted.
  ///
  /// - Parameter have: The number of values read from earlier lines, which count towards the limit.
  mutating func texts(_ property: PropertyView, have: Int) -> [String] {
    var texts: [String] = []
    forEachValue(of: property, have: have) { _, value in
      let text = TextValue.unescaped(value)
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// Calls `body` with each value of a list that is not empty, up to the limit of
  /// values; reports further ones.
  mutating func forEachValue(
    of property: PropertyView, have: Int, _ body: (inout ModelReader, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let limit = options.limits.values
    let room = max(0, limit - have)
    let parts = TextValue.listParts(property.value, upTo: room == .max ? room : room + 1)
    for part in parts.prefix(room) where !part.isEmpty {
      body(&self, UnsafeBufferPointer(rebasing: property.value[part]))
    }
    guard parts.count > room else { return }
    report(
      .error, .tooManyValues, property, "more than \(limit) values of \(property.title)",
      repair: "at most \(limit) are read; the rest is ignored")
  }

  /// An integer in the range of its property; reports any other value.
  mutating func integer(_ property: PropertyView) -> Int? {
    guard let limits = property.known?.range, let number = door.integer(property.trimmedValue) else {
      report(.warning, .badValue, property, "\(property.excerpt) is not a number")
      return nil
    }
    guard limits.contains(number) else {
      report(
        .warning, .outOfRange, property,
        "\(number) is not from \(limits.lowerBound) to \(limits.upperBound)")
      return nil
    }
    return number
  }

  /// - Parameter severity: That of the report of a value that is not a duration.
  mutating func duration(
    _ property: PropertyView, reportingFaultAs severity: Diagnostic.Severity = .warning
  ) -> CalendarDuration? {
    if let duration = door.duration(property.trimmedValue) { return duration }
    report(severity, .badValue, property, "\(property.excerpt) is not a duration")
    return nil
  }

  /// A duration that is not negative.
  mutating func length(_ property: PropertyView) -> CalendarDuration? {
    guard let duration = duration(property) else { return nil }
    guard duration.isNegative, !duration.isZero else { return duration }
    report(.warning, .outOfRange, property, "\(duration) is negative")
    return nil
  }
}

// MARK: Components

/// A value of the model during the reading or writing of its component.
struct ModelDraft<Model: Sendable>: ComponentDraft {
  let kind: ComponentKind
  var model: Model
  var unmodelled = Unmodelled()
  var occurring = PropertySet()
  var modelled = PropertySet()
}

/// The values read from consecutive components of one calendar, each with its index among the pieces of the document.
package struct ReadComponents: Sendable {
  package var items: [(piece: Int, value: Item)] = []
  package var freeBusy: [(piece: Int, value: FreeBusy)] = []
  package var availabilities: [(piece: Int, value: AvailabilityStatement)] = []
  package var others: [(piece: Int, value: Component)] = []
  package var definedZones: Set<String> = []
  /// The UID stated in the component that was read last; empty if it has none.
  package fileprivate(set) var uid = ""

  package init() {}

  /// Whether nothing read so far depends on calendar properties.
  package var isEmpty: Bool { items.isEmpty && availabilities.isEmpty && others.isEmpty }

  package mutating func append(_ more: ReadComponents) {
    items += more.items
    freeBusy += more.freeBusy
    availabilities += more.availabilities
    others += more.others
    definedZones.formUnion(more.definedZones)
  }
}

extension ModelReader {
  /// Reads one component.
  package mutating func read(
    _ piece: Int, _ component: ComponentView, in context: CalendarContext, into found: inout ReadComponents
  ) {
    self.piece = piece
    let firstDiagnostic = diagnostics.count
    switch component.kind {
    case .timeZone:
      if let tzid = defineZone(component) { found.definedZones.insert(tzid) }
      return
    case .freeBusy: found.freeBusy.append((piece, freeBusy(component)))
    case .availability:
      found.availabilities.append((piece, availability(component, calendarZone: context.zone)))
    case let kind:
      if let kind = Item.Kind.allCases.first(where: { $0.component == kind }),
        let item = item(kind, component, in: context)
      {
        found.items.append((piece, item))
      } else {
        let other = component.component
        statedUID = other.value("UID") ?? ""
        found.others.append((piece, other))
      }
    }
    name(uid: statedUID, since: firstDiagnostic)
    found.uid = statedUID
  }
}
