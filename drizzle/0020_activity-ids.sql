DROP INDEX "activity_record";--> statement-breakpoint
CREATE INDEX "activity_record_id" ON "activity" USING btree ("record_id","id");