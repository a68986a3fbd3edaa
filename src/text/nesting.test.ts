import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { tries } from '#test/tries'
import { nestingOf } from './nesting'

test('brackets inside strings do not count', () => {
  expect(nestingOf('{"a":"[[[{{{","b\\"[":[1]}')).toBe(2)
  expect(nestingOf('"\\\\"')).toBe(0)
  expect(nestingOf('[[],[[]]]')).toBe(3)
})

test('it is the depth of the serialized value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(nestingOf(JSON.stringify(value))).toBe(depthOf(value))
    }),
    tries(100),
  )
})

test('a megabyte of brackets is measured without recursion', () => {
  expect(nestingOf('['.repeat(1_000_000))).toBe(1_000_000)
})

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
}
