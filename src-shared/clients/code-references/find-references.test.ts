import { describe, expect, it } from 'vitest'

import { findReferences } from './find-references.ts'
import { callsOf, languageOf, LANGUAGES } from './languages.ts'
import { processorMs } from '#support/runner/processor-time.ts'

const find = (file: string, source: string, flags: string[] = [], own: string[] = []) => {
  const language = languageOf(file)
  if (!language) throw new Error(`${file} is of no language`)
  return findReferences(file, source, { calls: callsOf(language, own), flags: new Set(flags) })
}

describe('flags are found in the calls of the SDKs', () => {
  it.each([
    ['a.ts', "if (unleash.isEnabled('new-checkout', context)) run()", 'isEnabled'],
    ['a.ts', 'const { name } = getVariant<Theme>(\n  "new-checkout",\n)', 'getVariant'],
    ['App.tsx', "const on = useFlag('new-checkout')", 'useFlag'],
    ['App.svelte', "{#if $client.isEnabled('new-checkout')}", 'isEnabled'],
    ['a.mjs', "await client.getBooleanValue('new-checkout', false)", 'getBooleanValue'],
    ['A.java', 'if (unleash.isEnabled("new-checkout", context)) {', 'isEnabled'],
    ['A.kt', 'unleash.isEnabled(toggleName = "new-checkout")', 'isEnabled'],
    ['a.go', 'unleash.IsEnabled("new-checkout", unleash.WithContext(ctx))', 'IsEnabled'],
    ['a.go', 'client.BooleanValue(ctx, "new-checkout", false, evalCtx)', 'BooleanValue'],
    ['a.go', 'client.BooleanValue(context.Background(), "new-checkout", false, evalCtx)', 'BooleanValue'],
    ['a.py', 'client.is_enabled(feature_name="new-checkout")', 'is_enabled'],
    ['A.cs', 'if (unleash.IsEnabled("new-checkout"))', 'IsEnabled'],
    ['a.rb', "if unleash.is_enabled? 'new-checkout', context", 'is_enabled?'],
    ['a.rb', "unleash.enabled?('new-checkout')", 'enabled?'],
    ['a.php', "$unleash->isEnabled('new-checkout')", 'isEnabled'],
    ['a.rs', 'client.is_enabled_str("new-checkout", None, false)', 'is_enabled_str'],
    ['A.swift', 'unleash.isEnabled(name: "new-checkout")', 'isEnabled'],
    ['a.dart', "unleash.isEnabled('new-checkout')", 'isEnabled'],
  ])('%s: %s', (file, source, call) => {
    expect(find(file, source)).toMatchObject([{ flag: 'new-checkout', call }])
  })

  it('reads atoms of Elixir, and knows twelve languages', () => {
    expect(find('a.ex', 'if Unleash.enabled?(:checkout, false), do: 1')).toMatchObject([
      { flag: 'checkout', call: 'enabled?', line: 1, column: 21 },
    ])
    expect(LANGUAGES).toHaveLength(12)
    expect(languageOf('README.md')).toBeUndefined()
    expect(languageOf('Makefile')).toBeUndefined()
  })
})

describe('what is no call of an SDK', () => {
  it('counts if it is the name of a flag that exists, and else does not', () => {
    const source = "const FLAG = 'known'\nconst other = 'unknown'\nreturn 'known'"
    expect(find('a.ts', source, ['known'])).toEqual([
      { flag: 'known', file: 'a.ts', line: 1, column: 14, text: "const FLAG = 'known'" },
      { flag: 'known', file: 'a.ts', line: 3, column: 8, text: "return 'known'" },
    ])
    for (const other of [
      "isEnabled && 'x'",
      "{ isEnabled: 'x' }",
      "a ? isEnabled : 'x'",
      "notIsEnabled('x')",
      'isEnabled(`${a}`)',
      'isEnabled()',
    ])
      expect(find('a.ts', other)).toEqual([])
  })

  it('counts if it is a call of one’s own', () => {
    expect(find('a.ts', "isOn('x')", [], ['isOn'])).toMatchObject([{ flag: 'x', call: 'isOn' }])
    expect(find('a.ts', "isOn('x')")).toEqual([])
  })

  it('is read in linear time, whatever it is', async () => {
    const taken = await processorMs(() => {
      for (const hostile of ['(', '"a" ', 'a,', '< ', "isEnabled('", 'x<', ' ', '``'])
        expect(find('a.ts', hostile.repeat(200_000)).length).toBeLessThanOrEqual(1000)
    })
    expect(taken).toBeLessThan(20_000)
  })
})
