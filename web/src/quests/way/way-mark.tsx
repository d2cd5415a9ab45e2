import type { ReactNode } from 'react'
import type { Custody } from './custody.ts'
import type { Step } from './way.ts'

type WayMarkProps = { step: Step; custody: Custody; isYours: boolean }

/**
 * The mark of a step. Money has the colour of grain: a promise is a dashed ring, money in a contract a full one, and a
 * payment has a check. A waiting step is blue-grey, or green where the reader can do it.
 */
export function WayMark({ step, custody, isYours }: WayMarkProps) {
  return (
    <svg viewBox="0 0 24 24" className="size-5 shrink-0 sm:size-6" aria-hidden="true">
      {shapeOf(step, custody, isYours)}
    </svg>
  )
}

/** The place of the money, in a small mark: nowhere yet, promised, held, paid or given back. */
export function CustodyMark({ custody }: { custody: Custody }) {
  return (
    <svg viewBox="0 0 24 24" className="size-4 shrink-0" aria-hidden="true">
      {marks[custody]}
    </svg>
  )
}

function shapeOf({ key, state, isPromise }: Step, custody: Custody, isYours: boolean) {
  if (state === 'disputed') return <Sign className="fill-danger" path="M12 7v6m0 3.6v.4" />
  if (key === 'funds' && state === 'done') {
    if (custody === 'back') return <Sign className="fill-muted" path="M15.5 12h-7m3-3.2L8.3 12l3.2 3.2" />
    return isPromise ? <Promised /> : <Coin />
  }
  if (state === 'back') return <Sign className="fill-muted" path="M15.5 12h-7m3-3.2L8.3 12l3.2 3.2" />
  if (key === 'paid' && (state === 'done' || state === 'part'))
    return isPromise ? <Promised check /> : <Sign className="fill-wheat" path={check} />
  if (state === 'done') return <Sign className="fill-muted" path={check} />
  if (state === 'now') return <Ring className={isYours ? 'text-moss' : 'text-slate'} />
  if (state === 'part') return <Ring className="text-muted" />
  return <circle cx="12" cy="12" r="5" className="fill-none stroke-line" strokeWidth="2" />
}

const check = 'm7.8 12.3 2.8 2.8 5.6-6'

function Sign({ className, path }: { className: string; path: string }) {
  return (
    <>
      <circle cx="12" cy="12" r="11" className={className} />
      <path
        d={path}
        className="fill-none stroke-card"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}

function Ring({ className }: { className: string }) {
  return (
    <g className={className}>
      <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="12" cy="12" r="4" fill="currentColor" />
    </g>
  )
}

function Coin() {
  return (
    <>
      <circle cx="12" cy="12" r="11" className="fill-wheat" />
      <circle cx="12" cy="12" r="6.5" className="fill-none stroke-card" strokeWidth="1.8" />
    </>
  )
}

function Promised({ check: isChecked = false }: { check?: boolean }) {
  return (
    <>
      <circle
        cx="12"
        cy="12"
        r="9.8"
        className="fill-wheat-soft stroke-wheat"
        strokeWidth="2"
        strokeDasharray="3.6 2.56"
      />
      {isChecked && (
        <path
          d={check}
          className="fill-none stroke-wheat"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </>
  )
}

const marks: Readonly<Record<Custody, ReactNode>> = {
  empty: <circle cx="12" cy="12" r="9.5" className="fill-none stroke-muted" strokeWidth="2" />,
  promised: <Promised />,
  held: <Coin />,
  paid: <Sign className="fill-wheat" path={check} />,
  back: <Sign className="fill-muted" path="M15.5 12h-7m3-3.2L8.3 12l3.2 3.2" />,
}
