/** The report of the calls that an upgrade breaks, as a value: for the screen, the HTTP answer and the command line. */
export { FAIL_ON, failsOn, type FailOn } from './fail-on.ts'
export { groupCalls } from './group-calls.ts'
export { reportAsMarkdown } from './report-as-markdown.ts'
export { verdictInWords } from './verdict-in-words.ts'
