public import AlmanacEvents
public import AlmanacICS
public import AlmanacTime

/// The calendars of several files and directories with their files, opened together: changes of all of them are saved
/// or none.
///
/// ```swift
/// var store = try CalendarStore([CalendarLocation("work"), CalendarLocation("home.ics")], for: .changing())
/// let location = try store.location(uid: uid)
/// try store.change(location) { try $0.edit(id, scope: .this, at: now) { $0.summary = "Moved" } }
/// try store.save("moved a meeting", at: now)
/// ```
///
/// The content of a file that the model does not know stays in place, since the documents of the files are changed.
public struct CalendarStore: Sendable {
  /// The purpose of opening, which decides about locks.
  public enum Access: Sendable, Hashable {
    /// Nothing is locked, and nothing can be saved.
    case reading
    /// Files are read as for changing, but nothing is locked, and nothing can be saved.
    case preview
    /// The directories are locked until the store and its copies are gone; a wait for another process ends after the
    /// timeout.
    case changing(timeout: Duration = .seconds(10))
  }

  /// A file or a directory of calendars.
  public enum Source: Sendable {
    case file(CalendarFile)
    case directory(CalendarDirectory)

    /// Those that were parsed.
    public var files: [CalendarFile] {
      switch self {
      case .file(let file): [file]
      case .directory(let directory): directory.files
      }
    }

    /// The paths of all its files, also of those that a store for some UIDs omits.
    public var paths: [String] {
      switch self {
      case .file(let file): [file.path]
      case .directory(let directory): directory.files.map { $0.path } + directory.omitted
      }
    }

    /// As views show them.
    public var calendars: [EventCalendar] {
      switch self {
      case .file(let file): file.calendars
      case .directory(let directory): directory.calendars
      }
    }
  }

  public let locations: [CalendarLocation]
  /// In the order of the locations; a directory is followed by those in it.
  public internal(set) var sources: [Source] = []
  /// For each source the number of its location.
  private var locationOfSource: [Int] = []
  /// Files that could not be read, and faults of journals.
  public private(set) var problems: [FileError] = []
  /// Changes of further files of the locations, to be made with those of the calendars.
  private var staged: [(location: Int, change: FileChange)] = []
  private var transaction: FileTransaction?

  /// Opens locations.
  ///
  /// - Parameters:
  ///   - locations: A location that is given twice is opened once.
  ///   - uids: The UIDs of the items for which it is opened; `nil` for all items. Files of a directory all of whose
  ///     items have other UIDs are read and not parsed, and are not part of the store.
  ///   - createsMissing: Whether a location without a file is one to be made: a directory at once, a file when the
  ///     store is saved.
  /// - Throws: ``FileError``: `unreadable` and `bad_data` for a location that is a file, `locked`. A fault of a file in a
  ///   directory is one of the ``problems``.
  public init(
    _ locations: [CalendarLocation], for access: Access, having uids: Set<String>? = nil,
    createsMissing: Bool = false, options: CalendarFile.Options = .init()
  ) throws(FileError) {
    var seen: Set<String> = []
    self.locations = locations.filter { seen.insert(FileSystem.destination(of: $0.path)).inserted }
    if createsMissing, access != .preview {
      // Made at once, so that it can be locked.
      for location in self.locations
      where location.becomesDirectory && FileSystem.kind(of: location.path) == nil {
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

  /// A store of sources that were read elsewhere, for reading only.
  public init(reading sources: [Source]) {
    locations = []
    self.sources = sources
    locationOfSource = sources.map { _ in 0 }
  }

  /// As views show them.
  public var calendars: [EventCalendar] { sources.flatMap { $0.calendars } }

  /// The lock of the directories; `nil` when the store is not open to be changed.
  public var lock: FileLock? { transaction?.lock }

  /// The interrupted changes that were found when the store was opened.
  public var recoveries: [FileTransaction.Recovery] { transaction?.recoveries ?? [] }
}

// MARK: Opening

extension CalendarStore {
  /// Reads a location, without a lock.
  ///
  /// - Parameter uids: As for ``init(_:for:having:createsMissing:options:)``, which throws the same errors.
  /// - Returns: The file, or the directory and those in it; without a directory that has other directories only.
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
    return try InterruptedChanges.reading(location) { (changes, _) throws(FileError) in
      let file = try CalendarFile(
        reading: location.path, .named, changes, keepsOriginal: access != .reading, options)
      return ([.file(file)], changes.problems)
    }
  }

  private static func openDirectories(
    _ location: CalendarLocation, _ access: Access, having uids: Set<String>?,
    _ options: CalendarFile.Options
  ) throws(FileError) -> (sources: [Source], problems: [FileError]) {
    try InterruptedChanges.reading(location) { (changes, listing) throws(FileError) in
      var sources: [Source] = []
      var problems = changes.problems
      for listing in listing.all {
        let directory = CalendarDirectory(
          listing, changes, keepsOriginals: access != .reading, having: uids, options)
        problems += directory.problems
        let isBare = directory.files.isEmpty && directory.omitted.isEmpty
        if !isBare || listing.directories.isEmpty {
          sources.append(.directory(directory))
        }
      }
      return (sources, problems)
    }
  }
}

// MARK: Saving

extension CalendarStore {
  /// Adds a change of a further file, a companion of a location, to be made with those of the calendars.
  ///
  /// - Parameter location: The number of the location.
  public mutating func stage(_ change: FileChange, ofLocation location: Int) {
    staged.append((location, change))
  }

  /// Writes the changed files, all or none, as a ``FileTransaction`` does.
  ///
  /// - Parameters:
  ///   - summary: The change in words, for the undo journal.
  ///   - now: The time of the change.
  /// - Throws: ``FileError`` as ``FileTransaction/commit(_:_:at:)`` does, and for a store that is not open to be changed.
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
    for (index, made) in changes.enumerated() { sources[index].accept(made) }
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

  fileprivate mutating func accept(_ changes: [FileChange]) {
    switch self {
    case .file(var file):
      for change in changes { file.accept(change) }
      self = .file(file)
    case .directory(var directory):
      directory.accept(changes)
      self = .directory(directory)
    }
  }
}

// MARK: Sources

extension CalendarStore {
  /// Changes the document of a file.
  ///
  /// - Parameters:
  ///   - source: The number of the source.
  ///   - index: The number of the file in a source that is a directory.
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

  /// A calendar that new items can be added to.
  public struct Destination: Sendable, Hashable {
    public let title: String
    let source: Int
    /// The number of the calendar in a file.
    let calendar: Int
  }

  /// The calendars that new items can be added to, in the order of the locations.
  public var destinations: [Destination] {
    sources.enumerated().flatMap { number, source in
      switch source {
      case .file(let file):
        let titles = file.calendars.isEmpty ? [file.stem] : file.calendars.map { $0.name }
        return titles.enumerated().map { Destination(title: $1, source: number, calendar: $0) }
      case .directory(let directory):
        return [Destination(title: directory.title, source: number, calendar: 0)]
      }
    }
  }

  /// Puts new items into a calendar: into its file, or into new files of a directory.
  ///
  /// - Parameter groups: The items of one UID each.
  public mutating func insert(_ groups: [[Item]], into destination: Destination) {
    guard !groups.isEmpty, !change(destination, { $0.insert(groups.joined()) }) else { return }
    if case .directory(var directory) = sources[destination.source] {
      directory.insert(groups)
      sources[destination.source] = .directory(directory)
    }
  }

  /// Changes the calendar of a file.
  ///
  /// - Returns: Whether the destination is in a file; a directory has a file for each item.
  @discardableResult
  public mutating func change(
    _ destination: Destination, _ body: (inout EventCalendar) -> Void
  ) -> Bool {
    guard case .file(var file) = sources[destination.source] else { return false }
    var calendars = file.document.calendars
    if calendars.isEmpty { calendars.append(EventCalendar()) }
    let place = min(destination.calendar, calendars.count - 1)
    let before = calendars[place]
    body(&calendars[place])
    guard calendars[place] != before else { return true }
    file.document.calendars = calendars
    sources[destination.source] = .file(file)
    return true
  }

  /// Gives a file that is made anew the properties of another calendar; not its METHOD, as items at rest are not sent.
  public mutating func copyProperties(of calendar: EventCalendar, to destination: Destination) {
    guard case .file(var file) = sources[destination.source], file.original?.isEmpty ?? true else { return }
    var calendars = file.document.calendars
    guard !calendars.isEmpty else { return }
    let own = calendars[0]
    calendars[0] = calendar.with(items: Array(own.items))
    // All that is not a property of the calendar stays, and so does METHOD.
    (calendars[0].freeBusy, calendars[0].availabilities) = (own.freeBusy, own.availabilities)
    calendars[0].unmodelled.components = own.unmodelled.components
    (calendars[0].method, calendars[0].calendarSystems) = (own.method, own.calendarSystems)
    file.document.calendars = calendars
    sources[destination.source] = .file(file)
  }

  /// A UID that none of the calendars has, of a store of all items.
  public func unusedUID(_ source: UIDSource) -> String {
    let taken = Set(calendars.flatMap { calendar in calendar.items.map { $0.uid } })
    for number in 0...taken.count {
      let uid = source.uid(number: number)
      if !uid.isEmpty, !taken.contains(uid) { return uid }
    }
    return UIDSource.random.uid(number: 0)
  }
}
