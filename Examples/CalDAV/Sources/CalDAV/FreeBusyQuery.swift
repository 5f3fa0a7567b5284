public import Almanac
internal import AlmanacICS
internal import AlmanacSync

extension CalDAVCollection {
  /// Asks the server when the calendar is busy (RFC 4791 §7.10), without reading its items.
  ///
  /// - Parameter window: The half-open range.
  /// - Throws: `SyncError` with code `unsupported` where the server has no such query.
  public func busyTime(in window: Range<Instant>) async throws -> BusyTime {
    let request = WebRequest(
      method: "REPORT", address: address,
      headers: [("Depth", "1")] + Query.headers,
      body: Query.freeBusy(
        from: window.lowerBound.formatted(.basic), to: window.upperBound.formatted(.basic)))
    let response = try await client.send(request)
    guard response.isSuccess, response.status != 207 else {
      throw response.failure(.unsupported, expected: "a server with free-busy-query")
    }
    let document: ICSDocument
    do { document = try ICSDocument(parsing: response.body) } catch {
      throw SyncError(.server, name: "\(address)", expected: "the busy time as iCalendar: \(error)")
    }
    guard document.incompleteness == nil, document.calendars.contains(where: { !$0.freeBusy.isEmpty }) else {
      throw SyncError(.server, name: "\(address)", expected: "a VFREEBUSY that is complete")
    }
    return BusyTime(document.calendars, in: window, viewer: .utc)
  }
}
