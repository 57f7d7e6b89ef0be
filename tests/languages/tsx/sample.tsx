/* What TSX may hold. */
import React, { useState, type FC } from 'react';
import { helper } from './h';

interface Props { title: string; children?: React.ReactNode }

/** A card. */
export const Card: FC<Props> = ({ title, children }) => {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = () => setOpen(!open);
  return (
    <section className="hushed" onClick={toggle}>
      <Header.Title text={`hushed ${helper()}`} />
      {children}
    </section>
  );
};

export const Memo = React.memo(function Memo({ a }: { a: string }) {
  return <Card title="hushed">{a}</Card>;
});

function List<T extends object>(props: { items: T[]; render: (t: T) => JSX.Element }) {
  return <>{props.items.map((item) => props.render(item))}</>;
}

class Legacy extends React.Component<Props> {
  render() { return <List<Item> items={[]} render={(i) => <Row {...i} />} />; }
}

export default function Page() { return <Legacy title={helper()} />; }
