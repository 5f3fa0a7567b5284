import Almanac
import AlmanacFoundation
import Feeds
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The feeds over HTTP.
///
/// | path | |
/// |---|---|
/// | `/classes.ics` | the classes, as iCalendar |
/// | `/members/TOKEN.ics` | a member's own calendar |
/// | `/month`, `/month/2026-03` | the classes of a month, as a page |
struct FeedServer: Sendable {
  let feeds: Feeds
  let links: MemberLinks

  func run(port: Int) async throws {
    var logger = Logger(label: "serve")
    logger.logLevel = .info
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: AccessLog())
    addRoutes(to: router)
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in writeLine("http://127.0.0.1:\(channel.localAddress?.port ?? port)/") },
      logger: logger)
    try await application.runService()
  }

  private func addRoutes(to router: Router<BasicRequestContext>) {
    router.get("classes.ics") { request, _ in
      answer(request, try feeds.classes(at: Instant(Date())), of: .calendar)
    }
    router.get("members/:file") { request, context in
      guard let name = context.parameters.get("file"), name.hasSuffix(".ics") else {
        throw HTTPError(.notFound)
      }
      try links.refresh()
      guard let member = links.member(having: String(name.dropLast(4))) else { throw HTTPError(.notFound) }
      return answer(
        request, try feeds.calendar(of: member, at: Instant(Date())), of: .calendar, isPrivate: true)
    }
    router.get("month") { _, _ in
      Response.redirect(to: "/month/\(feeds.month(at: Instant(Date())))", type: .temporary)
    }
    router.get("month/:month") { request, context in
      guard let month = context.parameters.get("month").flatMap({ try? YearMonth($0) }) else {
        throw HTTPError(.notFound)
      }
      var response = answer(request, try feeds.page(of: month, at: Instant(Date())), of: .page)
      let beside = [("prev", month.adding(months: -1)), ("next", month.adding(months: 1))]
      if let name = HTTPField.Name("Link") {
        response.headers[name] = beside.map { "</month/\($1)>; rel=\"\($0)\"" }.joined(separator: ", ")
      }
      return response
    }
  }

  private enum Kind: String {
    case calendar = "text/calendar; charset=utf-8"
    case page = "text/html; charset=utf-8"
  }

  /// A document, or 304 where the client has it (RFC 9110 §13.1.2).
  private func answer(
    _ request: Request, _ document: Feeds.Document, of kind: Kind, isPrivate: Bool = false
  ) -> Response {
    var headers: HTTPFields = [
      .eTag: document.entityTag, .contentType: kind.rawValue, .xContentTypeOptions: "nosniff",
      // A copy may be used only after the server was asked whether it is still the same.
      .cacheControl: isPrivate ? "private, no-cache" : "no-cache",
      .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
    ]
    // The address of a page or calendar is not passed on to others.
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    if isPrivate, let name = HTTPField.Name("X-Robots-Tag") { headers[name] = "noindex" }
    let known = request.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }
    let isKnown = known.contains { tag in
      let tag = tag.filter { !$0.isWhitespace }
      return tag == "*" || tag == document.entityTag || tag == "W/" + document.entityTag
    }
    if isKnown { return Response(status: .notModified, headers: headers) }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: document.text)))
  }
}

/// A line for each request: the method, the route and the status, with the reason of a fault of the server. The route is the pattern,
/// without the secret of a link.
private struct AccessLog: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await next(request, context)
      write(request, context, response.status)
      return response
    } catch {
      guard let status = (error as? any HTTPResponseError)?.status else {
        write(request, context, .internalServerError, ": \(error)")
        throw HTTPError(.internalServerError)
      }
      write(request, context, status)
      throw error
    }
  }
  private func write(
    _ request: Request, _ context: BasicRequestContext, _ status: HTTPResponse.Status, _ reason: String = ""
  ) {
    writeLine("\(request.method.rawValue) \(context.endpointPath ?? "-") \(status.code)\(reason)")
  }
}

/// Writes a line at once, also into a pipe.
private func writeLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
