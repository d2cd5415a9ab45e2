import { ChildProcess } from 'node:child_process'
import { onTestFinished, vi } from 'vitest'

type Spawning = { spawn(options: { args?: string[] }): unknown }

export type Started = { readonly process: ChildProcess; readonly args: readonly string[] }

/** This process's child processes of a program with that name, from here to the end of the test; `begun` is told of each. */
export function watchProcesses(program: string, begun: (started: Started) => void = () => {}): Started[] {
  const all: Started[] = []
  const prototype = ChildProcess.prototype as unknown as Spawning
  const original = prototype.spawn
  const spy = vi.spyOn(prototype, 'spawn')
  spy.mockImplementation(function (this: Spawning, options) {
    const answer = original.call(this, options)
    const started = { process: this as unknown as ChildProcess, args: options.args ?? [] }
    if (started.args.some(arg => arg.includes(program))) {
      all.push(started)
      begun(started)
    }
    return answer
  })
  onTestFinished(() => spy.mockRestore())
  return all
}
