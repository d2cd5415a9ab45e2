import type { AriaAttributes, ReactNode } from 'react'

type CardProps = AriaAttributes & {
  children: ReactNode
  className?: string
  id?: string
  as?: 'div' | 'section' | 'article' | 'li' | 'fieldset'
}

export function Card({ children, className = '', as: Element = 'div', ...aria }: CardProps) {
  return (
    <Element
      {...aria}
      className={`rounded-2xl border border-line bg-card p-5 shadow-card ${Element === 'fieldset' ? 'min-w-0' : ''} ${className}`}
    >
      {children}
    </Element>
  )
}
