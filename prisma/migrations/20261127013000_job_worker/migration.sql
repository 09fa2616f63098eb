-- Which process has a job, so that others take it as soon as that process has died.
ALTER TABLE "job" ADD COLUMN "worker" INTEGER;
