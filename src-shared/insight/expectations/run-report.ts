import { escapeHtml } from '../../escape-html.ts'
import type { ExpectationResult, ExpectationRun } from '../schemas/expectation.ts'

/** Writes a run for people: what failed with its reasons, then how many did. */
export function runAsText({ passed, failed, results }: ExpectationRun): string {
  const lines = results
    .filter((one) => !one.passed)
    .flatMap(({ name, message, explanation }) => [
      `✗ ${name}`,
      ...[message, ...explanation].map((line) => `    ${line}`),
    ])
  if (results.length === 0) return 'There are no expectations.'
  return [...lines, failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`].join('\n')
}

/** Writes a run as JUnit does, for servers that show results of tests. */
export function runAsJunit({ failed, results }: ExpectationRun, suite: string): string {
  const counts = `tests="${results.length}" failures="${failed}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function testCase({ name, flag, environment, passed, message, explanation }: ExpectationResult): string {
  const about = flag === undefined ? 'access' : `${flag}${environment === undefined ? '' : `.${environment}`}`
  const head = `    <testcase classname="${escaped(about)}" name="${escaped(name)}"`
  if (passed) return `${head}/>`
  return [
    `${head}>`,
    `      <failure message="${escaped(message)}">${escaped(explanation.join('\n'))}</failure>`,
    '    </testcase>',
  ].join('\n')
}

/** Checks that XML takes a character: no control characters, and no half of one. */
const isInXml = (character: string): boolean =>
  /[\t\n\r]/.test(character) || !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(character)

const escaped = (text: string): string =>
  escapeHtml(Array.from(text, (one) => (isInXml(one) ? one : '\ufffd')).join('')).replaceAll('\n', '&#10;')
