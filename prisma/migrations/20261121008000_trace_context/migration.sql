-- AlterTable
ALTER TABLE "job" ADD COLUMN     "trace" TEXT;

-- The span that wrote an event, in the words of W3C Trace Context, so that its deliveries go on with the trace in other
-- processes and minutes later. NULL where nothing was traced.
ALTER TABLE ledger.event ADD COLUMN trace text;
