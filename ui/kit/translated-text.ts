/**
 * Lets React go on with a page whose text nodes a translator or an extension has wrapped in elements
 * or replaced by them (Google Translate: `<font>`). React keeps its own text nodes, and would throw
 * when it removes one that has moved, or change one that is not shown any more.
 */

/** By text node: the element that a translator has put in its place. */
const replacements = new WeakMap<Node, ChildNode>()

function noteReplaced(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const [removed] = removedNodes
    if (removed?.nodeType !== Node.TEXT_NODE) continue
    // Replaced in one step, or removed beside the element that was inserted before.
    const near = [previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
    const added = addedNodes[0] ?? near
    if (added instanceof Element) replacements.set(removed, added)
  }
}

/** @param earlier what has changed in the page before */
export function followTranslators(earlier: readonly MutationRecord[]): void {
  noteReplaced(earlier)
  const observer = new MutationObserver(noteReplaced)
  observer.observe(document.body, { childList: true, subtree: true })

  /** The child of `parent` that a node is in or was replaced by. */
  const placeIn = (parent: Node, node: Node): Node | null => {
    noteReplaced(observer.takeRecords())
    let place: Node | null = node
    while (place && place.parentNode !== parent) place = replacements.get(place) ?? place.parentNode
    return place
  }
  const nodes = Node.prototype
  const { removeChild, insertBefore } = nodes
  nodes.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = placeIn(this, child)
    if (place) removeChild.call(this, place)
    return child
  }
  nodes.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && placeIn(this, before))
    return node
  }
  const value = Object.getOwnPropertyDescriptor(nodes, 'nodeValue')!
  Object.defineProperty(nodes, 'nodeValue', {
    ...value,
    set(this: ChildNode, text: string) {
      noteReplaced(observer.takeRecords())
      if (!this.parentNode) replacements.get(this)?.replaceWith(this)
      value.set!.call(this, text)
    },
  })
}
