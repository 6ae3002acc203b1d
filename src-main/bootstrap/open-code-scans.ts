import { CodeScanner } from '../code-references/code-scanner.ts'
import { CodeScans, type CodeServices } from '../domains/clients/records/code-references/code-scans.ts'
import type { Clock } from '../kernel/clock.ts'
import type { BackendOptions } from './backend.ts'

/** Makes the service that scans the code of projects. The desktop's own roots count where the settings name none. */
export function openCodeScans(
  { config, codeScanFile, usualCodeRoots = [] }: BackendOptions,
  clock: Clock,
): CodeServices & { codeScanner: CodeScanner } {
  const codeScanner = new CodeScanner({ workerFile: codeScanFile })
  const roots = config.settingSources.get('codeRoots') === 'none' ? usualCodeRoots : config.codeRoots
  return { codeScanner, codeScans: new CodeScans({ scanner: codeScanner, roots, now: () => clock.now() }) }
}
