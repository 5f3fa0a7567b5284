import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// The links of an object that the model represents.
struct JSCalendarLinks {
  let files: [AttachedFile]
  let images: [AttachedImage]
  let url: String
  /// Links with other relations.
  let others: [ItemLink]
  /// The key of the URL's link, to be stored, unless it is the default.
  let parameters: [KeptParameters]

  /// - Parameter takesFiles: Whether the model stores attachments and other links for the object.
  init(_ object: JSONValue, takesFiles: Bool) {
    let links = object.entries("links").filter { !Self.target($0).isEmpty }
    func all(_ isIncluded: (_ relation: String) -> Bool) -> [JSONValue.Member] {
      links.filter { isIncluded($0.value["rel"]?.text ?? "enclosure") }
    }
    let (images, url) = (all { $0 == "icon" }, all { $0 == "describedby" }.first)
    let files = takesFiles ? all { $0 == "enclosure" } : []
    let others = takesFiles ? all { !["", "enclosure", "icon"].contains($0) } : []
    // The links in the order in which they are written.
    var place = 0
    func key(_ link: JSONValue.Member) -> [Parameter] {
      defer { place += 1 }
      return JSONKey.kept(link.name, at: place)
    }
    self.files = files.map { Self.file($0, key($0)) }
    self.images = images.map { link in
      let display = link.value["display"]?.text.map { AttachedImage.Display(rawValue: $0) }
      return AttachedImage(Self.file(link, key(link)), displays: display.map { [$0] } ?? [])
    }
    self.url = url.map(Self.target) ?? ""
    parameters = url.map(key).flatMap { $0.isEmpty ? nil : [KeptParameters("URL", $0)] } ?? []
    self.others = others.filter { $0.name != url?.name }.map { link in
      var other = ItemLink(
        Self.target(link), relation: link.value.text("rel"), label: link.value.text("title"),
        mediaType: link.value.text("contentType"))
      other.property.parameters += key(link)
      return other
    }
  }

  private static func target(_ link: JSONValue.Member) -> String { link.value["href"]?.address ?? "" }

  /// A file embedded in a `data:` URI, or referenced by another URI.
  private static func file(_ link: JSONValue.Member, _ parameters: [Parameter]) -> AttachedFile {
    let href = target(link)
    var content = AttachedFile.Content.uri(href)
    if href.hasPrefix("data:"), let comma = href.firstIndex(of: ","), href[..<comma].hasSuffix(";base64"),
      let bytes = Base64.decoded(String(href[href.index(after: comma)...]))
    {
      content = .bytes(bytes)
    }
    return AttachedFile(content, mediaType: link.value.text("contentType"), parameters: parameters)
  }

  // MARK: Writing

  /// Writes attachments as enclosures, images as icons, the URL as describing the item, and
  /// LINKs with their own relation.
  static func object(
    _ files: [AttachedFile], _ images: [AttachedImage], _ url: String, _ unmodelled: Unmodelled,
    _ others: [ItemLink]
  ) -> JSONValue? {
    var links = files.map { (JSONKey.stated(in: $0.parameters), link($0, rel: "enclosure")) }
    links += images.map { image in
      let display = image.displays.first?.rawValue.lowercased() ?? ""
      return (JSONKey.stated(in: image.file.parameters), link(image.file, rel: "icon", display: display))
    }
    if !url.isEmpty {
      links.append(
        (JSONKey.stated(for: "URL", in: unmodelled), link(AttachedFile(.uri(url)), rel: "describedby")))
    }
    links += others.map { other in
      let file = AttachedFile(.uri(other.target), mediaType: other.mediaType)
      let key = JSONKey.stated(in: other.property.parameters)
      return (key, link(file, rel: other.relation, title: other.label))
    }
    return .map(links)
  }

  private static func link(
    _ file: AttachedFile, rel: String, display: String = "", title: String = ""
  ) -> JSONValue {
    let href =
      switch file.content {
      case .uri(let uri): uri
      case .bytes(let bytes): "data:\(file.mediaType);base64,\(Base64.encoded(bytes))"
      }
    return [
      "@type": "Link", "href": .string(href), "contentType": .text(file.mediaType), "rel": .string(rel),
      "display": .text(display), "title": .text(title),
    ]
  }
}

extension MemberTable {
  static let links = Row(
    [.attach, .image, .url, .link],
    ["links": .map(texts: ["href", "contentType", "rel", "display", "title"])]
  ) { reader, object, item in
    reader.reportMissing(of: "an href", in: object.entries("links"), "links") { $0.text("href").isEmpty }
    let links = JSCalendarLinks(object, takesFiles: true)
    (item.attachments, item.images, item.url) = (links.files, links.images, links.url)
    item.unmodelled.parameters += links.parameters
    item.links = links.others
  } write: { _, item, object in
    object["links"] = JSCalendarLinks.object(
      item.attachments, item.images, item.url, item.unmodelled,
      item.links.filter { $0.isRepresentable(besideURL: item.url) })
  } keep: { item, _, rest in
    files.copy(item.attachments, in: &rest, \.attachments)
    LossyParts.images.copy(item.images, in: &rest, \.images)
    guard !item.links.isEmpty else { return }
    rest.unmodelled.properties.removeAll { property in
      property.isNamed(PropertyName.link.text) && ItemLink(property).isRepresentable(besideURL: item.url)
    }
  } restore: { rest, item in
    item.attachments = files.completed(item.attachments, from: rest.attachments)
    item.images = LossyParts.images.completed(item.images, from: rest.images)
  }

  private static let files = LossyParts<AttachedFile, AttachedFile.Content>(
    key: \.content, parameters: \.parameters)
}

extension ItemLink {
  /// Whether a JSCalendar Link represents the LINK completely and is read as a LINK again.
  func isRepresentable(besideURL url: String) -> Bool {
    let known = PropertyName.link.parameters + [JSONKey.parameter]
    let isPlain = property.parameters.allSatisfy { known.contains($0.name) && $0.values.count == 1 }
    guard isPlain, ["", "URI"].contains((property.parameter("VALUE") ?? "").uppercased()), !target.isEmpty
    else { return false }
    switch relation {
    case "", "enclosure", "icon": return false
    case "describedby": return !url.isEmpty
    default: return true
    }
  }
}
