-- Few of the events are about the configuration, and its history lists them newest first. The condition is that of the
-- statement, which would else read all events.
CREATE INDEX event_configuration ON ledger.event (organization_id, sequence)
  WHERE resource NOT IN ('product', 'entity', 'media', 'import', 'export', 'revert');
