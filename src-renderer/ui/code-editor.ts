import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, type Text } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { StyleModule } from 'style-mod'

/** Attributes that a field gives its editor. */
interface Labels {
  id: string
  label: string
  describedBy: string
  invalid: boolean
}

interface Options {
  /** Text area that holds the text: it is hidden, and receives each change as if it were typed there. */
  area: HTMLTextAreaElement
  labels: Labels
  /** Height of an empty editor, in lines. */
  rows: number
}

/** Editor of code in place of a text area. */
export interface CodeEditor {
  /** Shows a text that was changed elsewhere. */
  set: (text: string) => void
  /** Takes the attributes of the field anew, and marks the line of its error. */
  describe: (labels: Labels, error?: string) => void
  close: () => void
}

/** Opens an editor of JSON behind a text area: highlighting, folding, errors at their line. */
export function openCodeEditor({ area, labels, rows }: Options): CodeEditor {
  adoptStyles()
  const described = new Compartment()
  const view = new EditorView({
    doc: area.value,
    selection: { anchor: Math.min(area.selectionStart, area.value.length) },
    extensions: [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      history(),
      json(),
      indentUnit.of('  '),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(COLOURS),
      EditorView.lineWrapping,
      placeholder(area.placeholder),
      leavingKeys(),
      EditorView.domEventHandlers({ beforeinput: replaceSelected }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
      THEME,
      EditorView.theme({ '.cm-content, .cm-gutter': { minHeight: `${rows * LINE_PX}px` } }),
      described.of(attributesOf(labels)),
      EditorView.updateListener.of(({ docChanged, state }) => {
        const text = state.doc.toString()
        if (!docChanged || text === area.value) return
        area.value = text
        area.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    ],
  })
  const named = [...(area.labels ?? [])]
  const focus = () => view.focus()
  for (const label of named) label.addEventListener('click', focus)
  const hadFocus = document.activeElement === area
  area.after(view.dom)
  area.hidden = true
  if (hadFocus) view.focus()
  return {
    set: (text) => {
      if (text !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    describe: (next, error) => {
      view.dispatch({ effects: described.reconfigure(attributesOf(next)) })
      view.dispatch(
        setDiagnostics(view.state, error === undefined ? [] : [diagnosticOf(error, view.state.doc)]),
      )
    },
    close: () => {
      for (const label of named) label.removeEventListener('click', focus)
      view.destroy()
    },
  }
}

const LINE_PX = 20

const attributesOf = ({ id, label, describedBy, invalid }: Labels) =>
  EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': String(invalid),
    // says that keys reach what is scrolled within it
    tabindex: '0',
    spellcheck: 'false',
  })

/** Places an error at the line that it names, and without one at the first. */
function diagnosticOf(message: string, doc: Text) {
  const named = Number(/\bline (\d+)/i.exec(message)?.[1] ?? 1)
  const { from, to } = doc.line(Math.min(Math.max(named, 1), doc.lines))
  return { from, to, severity: 'error' as const, message }
}

/** Keys for leaving: Tab indents, and after Escape it goes on to the next field. A second Escape is the dialog's. */
function leavingKeys() {
  let isLeaving = false
  return [
    keymap.of([
      {
        key: 'Tab',
        run: (view) => !isLeaving && indentMore(view),
        shift: (view) => !isLeaving && indentLess(view),
      },
      { key: 'Escape', stopPropagation: true, run: () => !isLeaving && (isLeaving = true) },
    ]),
    EditorView.domEventHandlers({
      blur: () => {
        isLeaving = false
      },
      keydown: ({ key }) => {
        if (!LEAVING.has(key)) isLeaving = false
      },
    }),
  ]
}
const LEAVING = new Set(['Escape', 'Tab', 'Shift'])

/**
 * Types over a selection without the browser, which would keep the colour of what it replaces in a style attribute: the policy
 * of the window refuses that.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const range = document.getSelection()
  if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false
  if (!range?.anchorNode || !range.focusNode || range.isCollapsed) return false
  const ends = [
    view.posAtDOM(range.anchorNode, range.anchorOffset),
    view.posAtDOM(range.focusNode, range.focusOffset),
  ]
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const insert = view.state.toText(event.data)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
}

/**
 * Makes CodeMirror adopt its style sheet: the policy of the window (style-src 'self') refuses style elements, which it uses
 * in a document that has a head.
 */
function adoptStyles(): void {
  if (!('adoptedStyleSheets' in document)) return
  const headless = new Proxy(document, {
    get: (target, key): unknown => (key === 'head' ? undefined : Reflect.get(target, key)),
    set: (target, key, value) => Reflect.set(target, key, value),
  })
  StyleModule.mount(headless, [])
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--series-1)' },
  { tag: tags.string, color: 'var(--series-3)' },
  { tag: tags.number, color: 'var(--series-2)' },
  { tag: [tags.bool, tags.null], color: 'var(--series-4)' },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--text-muted)' },
])

const THEME = EditorView.theme({
  '&': {
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-size-mono)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus-ring)', outlineOffset: '1px' },
  '&:has([aria-invalid="true"])': { borderColor: 'var(--danger-text)' },
  '.cm-scroller': {
    maxHeight: '360px',
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    lineHeight: `${LINE_PX}px`,
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    border: '0',
    borderRight: '1px solid var(--border)',
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
  },
  '.cm-placeholder': { color: 'var(--text-muted)' },
  '.cm-foldPlaceholder': {
    border: '1px solid var(--border)',
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text-muted)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-selected)' },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-overlay)',
  },
})
