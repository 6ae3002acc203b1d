import { z } from 'zod'

/**
 * Texts, lists and maps of requests: each has a maximum, by what it holds (test/layering/bounded-requests.test.ts). Lengths of
 * texts are in characters.
 */

/** A name that programs send without a person: an application, an instance, a label of a metric. */
export const ReportedName = z.string().max(200)
/** A name or an id that a person chose, or the service. */
export const Name = z.string().max(255)
/** A title, a URL, a pattern, a filter, a secret. */
export const Line = z.string().max(2_000)
/** Text that people write: a description, a comment. */
export const Prose = z.string().max(20_000)
/** Text that programs make: a payload, a certificate, an answer of another service. */
export const Content = z.string().max(100_000)
/** A part of a path: the router takes no longer one. */
export const PathPart = z.string().max(1_000)
/** A header, or a list in a query: Node takes no more than 16 kB of the head of a request. */
export const HeadText = z.string().max(16_384)

/** The most of what one thing has, such as its labels. */
export const FEW = 100
/** The most of what a person or a program puts together. */
export const MANY = 1_000
/** The most of what an instance has, such as its flags. */
export const ALL = 10_000

/** Bounds the number of properties of a map, or of an object with properties of any name. */
export function withMost<S extends z.ZodType>(schema: S, most: number): S {
  const bounded = schema.check(({ value, issues }) => {
    if (Object.keys(value as object).length > most)
      issues.push({ code: 'too_big', origin: 'record', maximum: most, inclusive: true, input: value })
  })
  return bounded.meta({ maxProperties: most })
}

/** Declares a map with at most `most` entries. */
export const mapOf = <K extends z.core.$ZodRecordKey, V extends z.core.SomeType>(
  key: K,
  value: V,
  most: number,
): z.ZodRecord<K, V> => withMost(z.record(key, value), most)
