import type { ReactNode } from 'react'

type SectionProps = {
  readonly children: ReactNode
  readonly className?: string
  readonly id?: string
  readonly as?: 'section' | 'div' | 'article'
}

/** A part of a page, below a hairline. Cards are for what can be opened, and for what is typed. */
export function Section({ children, className = '', id, as: Element = 'section' }: SectionProps) {
  return (
    <Element id={id} className={`border-t border-line pt-5 ${className}`}>
      {children}
    </Element>
  )
}

/** A list whose rows are told apart by hairlines. */
export const rows = 'grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-y border-line'
