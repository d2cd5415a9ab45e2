import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

const readme = new URL('../README.md', import.meta.url)

/** Holds a table of the README to what was measured, within 5%; `UPDATE_GAS=1` writes it instead. */
export function expectTable(name: string, measured: string): void {
  console.log(measured)
  const table = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*(?=<!-- /${name} -->)`)
  const page = readFileSync(readme, 'utf8')
  if (process.env.UPDATE_GAS) writeFileSync(readme, page.replace(table, measured))
  const written = table.exec(readFileSync(readme, 'utf8'))?.[0] ?? ''
  expect(names(written)).toEqual(names(measured))
  for (const [i, gas] of numbers(measured).entries()) {
    const difference = Math.abs((numbers(written)[i] ?? 0) - gas)
    expect(difference / gas, 'run UPDATE_GAS=1 npm test -- gas.test').toBeLessThan(0.05)
  }
}

function names(table: string): string[] {
  return table.split('\n').map(line => line.split('|')[1] ?? '')
}

function numbers(table: string): number[] {
  return table.match(/\d+(?= \|)/g)?.map(Number) ?? []
}
