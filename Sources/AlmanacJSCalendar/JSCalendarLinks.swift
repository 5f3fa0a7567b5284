import AlmanacEvents
import AlmanacMapping

/// The links of an object, as far as the model has places for them.
struct JSCalendarLinks {
  var files: [AttachedFile] = []
  var images: [AttachedImage] = []
  var url = ""
  /// Links of other kinds.
  var others: [ItemLink] = []
  /// What to keep of the key of the URL.
  var urlKey: [Parameter] = []

  /// - Parameter takesFiles: Whether there is a place for attachments.
  init(_ value: JSONValue?, takesFiles: Bool) {
    var fileKeys: [String] = []
    var imageKeys: [String] = []
    var otherKeys: [String] = []
    var key = ""
    for member in value?.members ?? [] {
      let href = member.value["href"]?.address ?? ""
      guard !href.isEmpty else { continue }
      let type = member.value.text("contentType")
      switch member.value["rel"]?.text {
      case "icon":
        let display = member.value["display"]?.text.map { AttachedImage.Display(rawValue: $0) }
        images.append(AttachedImage(Self.file(href, type), displays: display.map { [$0] } ?? []))
        imageKeys.append(member.name)
      case "describedby" where url.isEmpty: (url, key) = (href, member.name)
      case "enclosure" where takesFiles, nil where takesFiles:
        files.append(Self.file(href, type))
        fileKeys.append(member.name)
      case let relation? where takesFiles && !relation.isEmpty:
        others.append(ItemLink(href, relation: relation, label: member.value.text("title"), mediaType: type))
        otherKeys.append(member.name)
      default: break
      }
    }
    for index in files.indices { files[index].parameters = JSONKey.kept(fileKeys[index], at: index) }
    for index in images.indices {
      images[index].file.parameters = JSONKey.kept(imageKeys[index], at: files.count + index)
    }
    if !url.isEmpty { urlKey = JSONKey.kept(key, at: files.count + images.count) }
    let first = files.count + images.count + (url.isEmpty ? 0 : 1)
    for index in others.indices {
      others[index].property.parameters += JSONKey.kept(otherKeys[index], at: first + index)
    }
  }

  /// A file of a `data:` URI, or at another.
  private static func file(_ href: String, _ type: String) -> AttachedFile {
    if href.hasPrefix("data:"), let comma = href.firstIndex(of: ","), href[..<comma].hasSuffix(";base64"),
      let bytes = Base64.decoded(String(href[href.index(after: comma)...]))
    {
      return AttachedFile(.bytes(bytes), mediaType: type)
    }
    return AttachedFile(.uri(href), mediaType: type)
  }
}

extension ItemLink {
  /// Whether a Link of JSCalendar can say all of it, and is read as one again.
  func isSayable(besideURL url: String) -> Bool {
    let known: Set<String> = ["VALUE", "LINKREL", "LABEL", "FMTTYPE", JSONKey.parameter]
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
