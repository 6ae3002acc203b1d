/** Texts that controls are described by, each once however many controls of a list it is about. */
const texts = new Map<string, { element: HTMLElement; users: number }>()
let lastId = 0

/** Puts a text into the page, unseen, for `aria-describedby`. `release`: nothing is described by it any more. */
export function describe(reason: string): { id: string; release: () => void } {
  let text = texts.get(reason)
  if (!text) {
    const element = document.createElement('span')
    element.id = `refused-${++lastId}`
    element.hidden = true
    element.textContent = reason
    document.body.append(element)
    text = { element, users: 0 }
    texts.set(reason, text)
  }
  text.users++
  const { element } = text
  return {
    id: element.id,
    release: () => {
      if (--text.users > 0) return
      element.remove()
      texts.delete(reason)
    },
  }
}
