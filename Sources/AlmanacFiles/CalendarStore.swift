public import AlmanacEvents
public import AlmanacICS
public import AlmanacTime

/// The calendars of several files and directories, opened together: the changes of all of them are saved, or none.
///
/// ```swift
/// var store = try CalendarStore([CalendarLocation("work"), CalendarLocation("home.ics")], for: .changing())
/// let location = try store.location(uid: uid)
/// try store.change(location) { try $0.edit(id, scope: .this, at: now) { $0.summary = "Moved" } }
/// try store.save("moved a meeting", at: now)
/// ```
///
/// Content of a file that the model does not represent is preserved, since the document of the file is changed.
public struct CalendarStore: Sendable {
  /// The purpose for which a store is opened.
  public enum Access: Sendable, Hashable {
    /// Nothing is locked, and nothing can be saved.
    case reading
    /// The store can be changed to show the effect, but nothing is locked, and nothing can be saved.
    case preview
    /// The directories are locked until the store and its copies are released. The timeout limits the wait for another
    /// process.
    case changing(timeout: Duration = .seconds(10))
  }

  /// A file or a directory of calendars.
  public enum Source: Sendable {
    /// A file, with its calendars.
    case file(CalendarFile)
    /// A directory whose files together are one calendar, without its subdirectories.
    case directory(CalendarDirectory)

    /// The files that were parsed.
    public var files: [CalendarFile] {
      switch self {
      case .file(let file): [file]
      case .directory(let directory): directory.files
      }
    }

    /// The paths of all its files, including those that a store for some UIDs does not parse.
    public var paths: [String] {
      switch self {
      case .file(let file): [file.path]
      case .directory(let directory): directory.files.map { $0.path } + directory.omitted
      }
    }

    /// Its calendars, each with a name.
    public var calendars: [EventCalendar] {
      switch self {
      case .file(let file): file.calendars
      case .directory(let directory): directory.calendars
      }
    }
  }

  /// The locations that were opened, each once even if several paths lead to it; empty for a store of sources that
  /// were read elsewhere.
  public let locations: [CalendarLocation]
  /// The sources in the order of the locations; a directory is followed by its subdirectories.
  public internal(set) var sources: [Source] = []
  /// The index of the location of each source.
  private var locationOfSource: [Int] = []
  /// Files that could not be read, and faults of undo journals.
  public private(set) var problems: [FileError] = []
  /// Changes of companion files, to be saved together with the calendars.
  private var staged: [(location: Int, change: FileChange)] = []
  private var transaction: FileTransaction?

  /// Opens locations.
  ///
  /// - Parameters:
  ///   - locations: The locations; one that is listed twice is opened once.
  ///   - access: The purpose, which decides whether directories are locked and whether the store can be saved.
  ///   - uids: The UIDs of the items that are needed; `nil` for all items. Files of a directory whose items all have other
  ///     UIDs are not parsed, and are not part of the store.
  ///   - createsMissing: Whether a missing location is created: a directory, and that of an optional file, at once, a file when
  ///     the store is saved.
  ///   - options: The options for reading files.
  /// - Throws: ``FileError``: `unreadable` and `bad_data` for a location that is a file, `locked`. A fault of a file in a
  ///   directory is reported by ``problems``.
  public init(
    _ locations: [CalendarLocation], for access: Access, having uids: Set<String>? = nil,
    createsMissing: Bool = false, options: CalendarFile.Options = .init()
  ) throws(FileError) {
    self.locations = locations.uniqued { FileSystem.place(of: $0.path) }
    if createsMissing, access != .preview {
      // A directory is created at once, so that it can be locked; so is that of an optional file.
      for location in self.locations
      where (location.becomesDirectory || location.isOptional) && FileSystem.kind(of: location.path) == nil {
        try FileSystem.makeDirectory(location.directory)
      }
    }
    if case .changing(let timeout) = access {
      let transaction = try FileTransaction(on: self.locations, timeout: timeout)
      problems = transaction.problems
      self.transaction = transaction
    }
    for (number, location) in self.locations.enumerated() {
      let opened = try Self.open(location, access, having: uids, createsMissing: createsMissing, options)
      sources += opened.sources
      problems += opened.problems
      locationOfSource += opened.sources.map { _ in number }
    }
  }

  /// A store of sources that were read elsewhere; it cannot be saved.
  public init(reading sources: [Source]) {
    locations = []
    self.sources = sources
    locationOfSource = sources.map { _ in 0 }
  }

  /// The calendars of all sources, each with a name.
  public var calendars: [EventCalendar] { sources.flatMap { $0.calendars } }

  /// The lock of the directories; `nil` unless the store is open for changing.
  public var lock: DirectoryLock? { transaction?.lock }

  /// The interrupted changes that were completed or undone when the store was opened.
  public var recoveries: [FileTransaction.Recovery] { transaction?.recoveries ?? [] }
}

// MARK: Opening

extension CalendarStore {
  /// Reads a location, without a lock. `uids` are the UIDs of the items that are needed, as in
  /// ``init(_:for:having:createsMissing:options:)``, which throws the same errors.
  ///
  /// - Returns: The file, or the directory and its subdirectories. One that has subdirectories and no files is left out.
  public static func read(
    _ location: CalendarLocation, having uids: Set<String>? = nil, options: CalendarFile.Options = .init()
  ) throws(FileError) -> (sources: [Source], problems: [FileError]) {
    try open(location, .reading, having: uids, createsMissing: false, options)
  }

  private static func open(
    _ location: CalendarLocation, _ access: Access, having uids: Set<String>?, createsMissing: Bool,
    _ options: CalendarFile.Options
  ) throws(FileError) -> (sources: [Source], problems: [FileError]) {
    let kind = FileSystem.kind(of: location.path)
    if kind == .directory { return try openDirectories(location, access, having: uids, options) }
    let content = kind == nil || createsMissing ? try FileChange.content(of: location.path) : []
    if content == nil, location.isOptional, !createsMissing { return ([], []) }
    if createsMissing, content?.isEmpty ?? true {
      return ([.file(CalendarFile(path: location.path, original: kind.map { _ in [] }))], [])
    }
    return try PendingChangeOverlay.reading(location) { (overlay, _) throws(FileError) in
      if location.isOptional, overlay.contentBefore(location.path) == .some(nil) {
        return ([], overlay.problems)
      }
      let file = try CalendarFile(
        reading: location.path, .named, overlay, keepsOriginal: access != .reading, options)
      return ([.file(file)], overlay.problems)
    }
  }

  private static func openDirectories(
    _ location: CalendarLocation, _ access: Access, having uids: Set<String>?,
    _ options: CalendarFile.Options
  ) throws(FileError) -> (sources: [Source], problems: [FileError]) {
    try PendingChangeOverlay.reading(location) { (overlay, listing) throws(FileError) in
      var sources: [Source] = []
      var problems = overlay.problems
      for listing in listing.all {
        let directory = CalendarDirectory(
          listing, overlay, keepsOriginals: access != .reading, having: uids, options)
        problems += directory.problems
        let hasFiles = !directory.files.isEmpty || !directory.omitted.isEmpty
        if hasFiles || listing.directories.isEmpty {
          sources.append(.directory(directory))
        }
      }
      return (sources, problems)
    }
  }
}

// MARK: Saving

extension CalendarStore {
  /// Adds a change of a companion file, to be saved together with the calendars. `location` is the index of the
  /// location of the companion.
  public mutating func stage(_ change: FileChange, ofLocation location: Int) {
    staged.append((location, change))
  }

  /// Writes the changed files, all or none, as one ``FileTransaction``.
  ///
  /// - Parameters:
  ///   - summary: The change in words, for the undo journal.
  ///   - now: The time of the change.
  /// - Throws: The errors of ``FileTransaction/commit(_:_:at:)``, and `unwritable` unless the store is open for changing.
  /// - Returns: Whether a file was changed.
  @discardableResult
  public mutating func save(_ summary: String, at now: Instant) throws(FileError) -> Bool {
    guard var transaction else {
      throw FileError(
        .unwritable, locations.first?.path ?? "", "The store is open for reading",
        expected: "a store that is opened for changing")
    }
    let changes = zip(sources, locationOfSource).map { source, number in
      source.changes(of: locations[number])
    }
    let numbered = zip(changes, locationOfSource).flatMap { changes, number in changes.map { (number, $0) } }
    let count = transaction.problems.count
    defer {
      problems += transaction.problems.dropFirst(count)
      self.transaction = transaction
    }
    let isChanged = try transaction.commit(staged + numbered, summary, at: now)
    for (index, made) in changes.enumerated() { sources[index].didWrite(made) }
    staged = []
    return isChanged
  }
}

extension CalendarStore.Source {
  fileprivate func changes(of location: CalendarLocation) -> [FileChange] {
    switch self {
    case .file(let file): file.change(in: location).map { [$0] } ?? []
    case .directory(let directory): directory.changes(of: location)
    }
  }

  fileprivate mutating func didWrite(_ changes: [FileChange]) {
    switch self {
    case .file(var file):
      for change in changes { file.didWrite(change) }
      self = .file(file)
    case .directory(var directory):
      directory.didWrite(changes)
      self = .directory(directory)
    }
  }
}

// MARK: Sources

extension CalendarStore {
  /// Changes the document of a file.
  ///
  /// - Parameters:
  ///   - source: The index of the source.
  ///   - index: The index of the file, if the source is a directory.
  ///   - body: Changes the document, which then counts as changed.
  public mutating func changeDocument(
    ofSource source: Int, file index: Int = 0, _ body: (inout ICSDocument) -> Void
  ) {
    switch sources[source] {
    case .file(var file):
      body(&file.document)
      sources[source] = .file(file)
    case .directory(var directory):
      body(&directory.files[index].document)
      sources[source] = .directory(directory)
    }
  }

  /// A calendar to which new items can be added.
  public struct Destination: Sendable, Hashable {
    /// The name of the calendar for a list, or that of the file or the directory if it has none. It is empty for the destination
    /// beside a position.
    public let title: String
    /// The file or the directory in which the calendar is.
    public let path: String
    let source: Int
    /// The index of the calendar in a file.
    let calendar: Int

    /// Whether both are one calendar, whatever their titles.
    public func isSameCalendar(as other: Destination) -> Bool {
      source == other.source && calendar == other.calendar
    }
  }

  /// The calendars to which new items can be added, in the order of the locations.
  public var destinations: [Destination] {
    sources.enumerated().flatMap { number, source in
      switch source {
      case .file(let file):
        let titles = file.calendars.isEmpty ? [file.stem] : file.calendars.map { $0.name }
        return titles.enumerated().map {
          Destination(title: $1, path: file.path, source: number, calendar: $0)
        }
      case .directory(let directory):
        return [Destination(title: directory.title, path: directory.path, source: number, calendar: 0)]
      }
    }
  }

  /// Adds new items to a calendar: to its file, or in a directory as new files, one for each group. A group has the
  /// items of one UID.
  public mutating func insert(_ groups: [[Item]], into destination: Destination) {
    if groups.isEmpty { return }
    if change(destination, { $0.insert(groups.joined()) }) { return }
    if case .directory(var directory) = sources[destination.source] {
      directory.insert(groups)
      sources[destination.source] = .directory(directory)
    }
  }

  /// Changes the calendar of a file.
  ///
  /// - Returns: `false` if the destination is a directory, which has a file for each item.
  @discardableResult
  public mutating func change(
    _ destination: Destination, _ body: (inout EventCalendar) -> Void
  ) -> Bool {
    guard case .file(var file) = sources[destination.source] else { return false }
    var calendars = file.document.calendars
    if calendars.isEmpty { calendars.append(EventCalendar()) }
    let index = min(destination.calendar, calendars.count - 1)
    let before = calendars[index]
    body(&calendars[index])
    guard calendars[index] != before else { return true }
    file.document.calendars = calendars
    sources[destination.source] = .file(file)
    return true
  }

  /// Copies the properties of another calendar to a new file; not METHOD, which belongs to messages that are sent.
  public mutating func copyProperties(of calendar: EventCalendar, to destination: Destination) {
    guard case .file(var file) = sources[destination.source], file.original?.isEmpty ?? true else { return }
    var calendars = file.document.calendars
    guard !calendars.isEmpty else { return }
    let own = calendars[0]
    calendars[0] = calendar.with(items: Array(own.items))
    (calendars[0].freeBusy, calendars[0].availabilities) = (own.freeBusy, own.availabilities)
    calendars[0].unmodelled.components = own.unmodelled.components
    (calendars[0].method, calendars[0].calendarSystems) = (own.method, own.calendarSystems)
    file.document.calendars = calendars
    sources[destination.source] = .file(file)
  }

  /// A UID that no item of the store has. The store must be open for all items.
  public func unusedUID(_ source: UIDSource) -> String {
    let used = Set(calendars.flatMap { calendar in calendar.items.map { $0.uid } })
    return source.freeUID(from: 0, taken: used.count) { !used.contains($0) }
  }
}
