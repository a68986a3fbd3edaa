import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'

type TabbedPanelsProps<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: {
    id: Id
    label: ReactNode
    content: ReactNode
    /** Stays mounted while it is hidden, and keeps its state. */
    staysMounted?: boolean
  }[]
  selected?: Id
  onSelect?: (id: Id) => void
  /** All of them stay mounted. */
  keepMounted?: boolean
}

export function TabbedPanels<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  keepMounted = false,
}: TabbedPanelsProps<Id>) {
  const select = (key: unknown) => {
    const tab = tabs.find((one) => one.id === key)
    if (tab) onSelect?.(tab.id)
  }
  return (
    <Tabs className="kit-tabs" selectedKey={selected} onSelectionChange={select}>
      <TabList className="kit-tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="kit-tab">
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="kit-tab-panel" shouldForceMount={tab.staysMounted ?? keepMounted}>
          {tab.content}
        </TabPanel>
      ))}
    </Tabs>
  )
}
