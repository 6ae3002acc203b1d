import type { CodeScans } from './code-scans.ts'
import type { LineAuthors } from './line-authors.ts'

/** Services that the operations of code references share. */
export interface CodeServices {
  codeScans: CodeScans
  lineAuthors: LineAuthors
}
